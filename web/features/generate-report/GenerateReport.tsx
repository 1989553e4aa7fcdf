import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import { reportFileName, reportSpreadsheet, reportTitle } from "../../../shared/documents/month-report.ts";
import { yearOptions } from "../../domain/periodFilters.tsx";
import { useUpdateQuery, useUrlState } from "../../hooks/useUrlState.ts";
import { buildMonthOptions, formatIsoDateTime } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateDocumentText } from "../../i18n/t.ts";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { saveSpreadsheet } from "../../resource/export/saveSpreadsheet.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import type { SelectOption } from "../../ui/form/Inputs.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { ReportAdjustments } from "./ReportAdjustments.tsx";
import { ReportExpenses } from "./ReportExpenses.tsx";
import { ReportBreakdown, ReportCategories, ReportOverview } from "./ReportTotals.tsx";
import { type GeneratedReport, useReport } from "./useReport.ts";

/** Generates the report of one month, and then keeps it up to date. */
export function GenerateReport() {
  const navigate = useNavigate();
  const [monthParam, setMonth] = useUrlState("month", "", "replace");
  const [yearParam, setYear] = useUrlState("year", "", "replace");
  const months = buildMonthOptions();
  const month = toValidOption(months, monthParam);
  const year = toValidOption(yearOptions, yearParam);
  const { report, failure, busy, generate } = useReport();
  useTabInUrl("generate");

  async function handleGenerate() {
    if (month === "" || year === "") return showToast({ kind: "error", text: t("Please select both month and year") });
    const reason = await generate({ month: Number(month), year: Number(year) });
    showToast(
      reason === undefined ? { kind: "success", text: t("Report generated!") } : { kind: "error", text: reason },
    );
  }

  return (
    <Page
      title={t("Generate Report")}
      subtitle={t("Generate reports based on filtered month and year.")}
      onBack={() => (canGoBack() ? navigate(-1) : navigate("/"))}
      actions={
        <>
          <FilterSelect
            label={t("Month")}
            value={month}
            placeholder={t("Select Month")}
            options={months}
            onChange={setMonth}
          />
          <FilterSelect
            label={t("Year")}
            value={year}
            placeholder={t("Select Year")}
            options={yearOptions}
            onChange={setYear}
          />
          <Button variant="primary" busy={busy} onClick={() => void handleGenerate()}>
            {t("Generate Report")}
          </Button>
        </>
      }
    >
      {failure && (
        <Callout
          tone="bad"
          title={failure.reason}
          actions={<Button onClick={() => void handleGenerate()}>{t("Try again")}</Button>}
        >
          {report &&
            t("{report} below is as of {moment}.", {
              report: reportTitle(report, translateDocumentText),
              moment: formatIsoDateTime(report.generatedAt.toISOString()),
            })}
        </Callout>
      )}
      {report && (
        <>
          <ReportHeader>
            <h2>{reportTitle(report, translateDocumentText)}</h2>
            <small>
              <Trans
                text={report.tookMs < 100 ? "generated {moment} in under 0.1 s" : "generated {moment} in {seconds} s"}
                with={{
                  moment: <bdi dir="ltr">{formatDateTime(report.generatedAt)}</bdi>,
                  seconds: (report.tookMs / 1000).toFixed(1),
                }}
              />
            </small>
            <ReportExports report={report} />
          </ReportHeader>
          <ReportCategories report={report} />
          <Columns>
            <ReportExpenses report={report} />
            <div>
              <ReportOverview total={report.total} />
              <ReportBreakdown total={report.total} />
            </div>
          </Columns>
          {report.adjustments.length > 0 && <ReportAdjustments adjustments={report.adjustments} />}
        </>
      )}
    </Page>
  );
}

/** Keeps `tab` in the URL, as pages with several tabs do. */
function useTabInUrl(tab: string): void {
  const [params] = useSearchParams();
  const updateQuery = useUpdateQuery();
  useEffect(() => {
    if (params.get("tab") !== tab) updateQuery((query) => query.set("tab", tab), "replace");
  }, [params, updateQuery, tab]);
}

/** The value if it is one of the options, else "". */
function toValidOption(options: readonly SelectOption[], value: string): string {
  return options.some((option) => String(option.value) === value) ? value : "";
}

/** Whether the previous history entry is a page of the portal; the router counts its entries in `idx`. */
function canGoBack(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && Number(state.idx) > 0;
}

const ReportHeader = styled.header`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.xxs} ${theme.space.m};
    align-items: baseline;
    padding: ${theme.space.m} ${theme.size.gutter};

    ${theme.mobile} {
      border-block-start: 1px solid ${theme.color.border};
    }

    h2 {
      ${typography("sectionTitle")}
    }

    small {
      ${typography("meta")}
      color: ${theme.color.textSubtle};
    }
  `}
`;

const Exports = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.space.s};
  margin-inline-start: auto;
`;

const Columns = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: minmax(0, 7fr) minmax(0, 3fr);

    & > * + * {
      border-inline-start: 1px solid ${theme.color.border};
    }

    ${theme.narrow} {
      grid-template-columns: minmax(0, 1fr);

      & > * + * {
        border-inline-start: 0;
      }
    }
  `}
`;

function ReportExports({ report }: { report: GeneratedReport }) {
  const fileName = reportFileName(report);
  return (
    <Exports>
      <ExportButton
        icon="file-text"
        exportFile={() =>
          saveDocument({
            fileName: `${fileName}.pdf`,
            render: (pdfs, letterhead) => pdfs.createReportPdf(report, letterhead),
          })
        }
      >
        {t("Export as PDF")}
      </ExportButton>
      <ExportButton
        icon="sheet"
        exportFile={() =>
          saveSpreadsheet({ format: "xlsx", fileName, sheet: reportSpreadsheet(report, translateDocumentText) })
        }
      >
        {t("Export as Excel")}
      </ExportButton>
    </Exports>
  );
}
