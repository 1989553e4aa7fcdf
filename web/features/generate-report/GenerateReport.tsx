import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { addMonths, formatDateTime, monthOf, societyDayAt, type YearMonth } from "../../../shared/dates.ts";
import { reportFileName, reportSpreadsheet, reportTitle } from "../../../shared/documents/month-report.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { yearOptions } from "../../domain/periodFilters.tsx";
import { serverNow } from "../../hooks/serverClock.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useGoBack } from "../../hooks/useGoBack.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useUpdateQuery } from "../../hooks/useUrlState.ts";
import { buildMonthOptions, formatTimestamp } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { isPageRightToLeft, t, translateDocumentText } from "../../i18n/t.ts";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { saveSpreadsheet } from "../../resource/export/saveSpreadsheet.ts";
import { Button, IconButton } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import type { SelectOption } from "../../ui/form/Inputs.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { hideOnMobile, visuallyHidden } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { LockedReport } from "./LockedReport.tsx";
import { ReportAdjustments } from "./ReportAdjustments.tsx";
import { ReportExpenses } from "./ReportExpenses.tsx";
import { ReportBreakdown, ReportCategories, ReportOverview } from "./ReportTotals.tsx";
import { type GeneratedReport, useReport } from "./useReport.ts";

/** The live report of the month that the selectors show and the address contains, at first the current month. */
export function GenerateReport() {
  const goBack = useGoBack("/");
  const { month, year, setMonth, setYear, selectMonth } = useMonthInUrl();
  const selectedMonth = month === "" || year === "" ? undefined : { month: Number(month), year: Number(year) };
  const { report, failure, busy, generate } = useReport(selectedMonth);
  const isMobile = useIsMobile();
  const isOfSelectedMonth = report && report.month === selectedMonth?.month && report.year === selectedMonth.year;

  async function handleGenerate() {
    if (!selectedMonth) return showToast({ kind: "error", text: t("Please select both month and year") });
    const reason = await generate(selectedMonth);
    showToast(
      reason === undefined ? { kind: "success", text: t("Report generated!") } : { kind: "error", text: reason },
    );
  }

  return (
    <Page
      title={t("Generate Report")}
      subtitle={t("Generate reports based on filtered month and year.")}
      onBack={goBack}
      actions={
        <>
          <StepButton by={-1} onSelect={selectMonth} month={selectedMonth} />
          <FilterSelect
            label={t("Month")}
            value={month}
            placeholder={t("Select Month")}
            options={buildMonthOptions()}
            onChange={setMonth}
          />
          <FilterSelect
            label={t("Year")}
            value={year}
            placeholder={t("Select Year")}
            options={yearOptions}
            onChange={setYear}
          />
          <StepButton by={1} onSelect={selectMonth} month={selectedMonth} />
          <Button variant="primary" busy={busy} onClick={() => void handleGenerate()}>
            {t("Generate Report")}
          </Button>
          {isMobile && report && <ReportExports report={report} disabled={!isOfSelectedMonth} />}
        </>
      }
    >
      {failure && (
        <Callout
          tone="bad"
          title={failure.reason}
          actions={failure.isTemporary && <Button onClick={() => void handleGenerate()}>{t("Try again")}</Button>}
        >
          {report &&
            t("{report} below is as of {moment}.", {
              report: reportTitle(report, translateDocumentText),
              moment: formatTimestamp(report.generatedAt.toISOString()),
            })}
        </Callout>
      )}
      {!report && busy && <Skeleton />}
      {report && (
        <>
          <ReportHeader $isHiddenOnMobile={isOfSelectedMonth}>
            <h2>{reportTitle(report, translateDocumentText)}</h2>
            {!isMobile && (
              <>
                <GeneratedAt report={report} />
                <ReportExports report={report} />
              </>
            )}
          </ReportHeader>
          <LockedReport report={report} />
          <ReportCategories report={report} />
          <Columns>
            <ReportExpenses report={report} />
            <div>
              <ReportOverview report={report} />
              <ReportBreakdown report={report} />
            </div>
          </Columns>
          {report.adjustments.length > 0 && <ReportAdjustments adjustments={report.adjustments} />}
          {isMobile && <GeneratedAt report={report} />}
        </>
      )}
    </Page>
  );
}

/**
 * The month and the year in the address as values of the selectors; "" for a value that they do not offer. An address
 * without month and year gets those of the day on which the page was opened, and `tab`, whose only value is
 * "generate".
 */
function useMonthInUrl() {
  const [params] = useSearchParams();
  const updateQuery = useUpdateQuery();
  const [openedOn] = useState(useSocietyToday());
  const defaults = { tab: "generate", month: String(monthOf(openedOn).month), year: String(monthOf(openedOn).year) };
  const readParam = (name: keyof typeof defaults) => params.get(name) ?? defaults[name];
  const setParams = (values: Readonly<Record<string, string>>) =>
    updateQuery((query) => {
      for (const [name, value] of Object.entries(values)) query.set(name, value);
    }, "replace");
  const completeUrl = useEvent(() =>
    setParams({ month: readParam("month"), year: readParam("year"), tab: defaults.tab }),
  );
  useEffect(() => {
    if (!params.has("month") || !params.has("year") || params.get("tab") !== "generate") completeUrl();
  }, [params, completeUrl]);
  return {
    month: toValidOption(buildMonthOptions(), readParam("month")),
    year: toValidOption(yearOptions, readParam("year")),
    setMonth: (month: string) => setParams({ month }),
    setYear: (year: string) => setParams({ year }),
    selectMonth: ({ month, year }: YearMonth) => setParams({ month: String(month), year: String(year) }),
  };
}

interface StepButtonProps {
  /** −1 for the previous month, 1 for the next one. */
  by: -1 | 1;
  /** The month shown; undefined disables the button. */
  month: YearMonth | undefined;
  onSelect: (month: YearMonth) => void;
}

/** Goes to the previous or the next month, also by the arrow key of its direction. */
function StepButton({ by, month, onSelect }: StepButtonProps) {
  const target = month && addMonths(month, by);
  const isOffered = target !== undefined && reportYears.includes(target.year);
  const handleStep = () => target && onSelect(target);
  const isLeft = by < 0 !== isPageRightToLeft();
  useShortcut(isLeft ? "ArrowLeft" : "ArrowRight", handleStep, isOffered);
  return (
    <HiddenOnMobile>
      <IconButton
        icon={by < 0 ? "chevron-left" : "chevron-right"}
        label={by < 0 ? t("Previous month") : t("Next month")}
        disabled={!isOffered}
        onClick={handleStep}
      />
    </HiddenOnMobile>
  );
}

/** The value if it is one of the options, else "". */
function toValidOption(options: readonly SelectOption[], value: string): string {
  return options.some((option) => String(option.value) === value) ? value : "";
}

/** On phones the button for the previous month would look like the back button beside it. */
const HiddenOnMobile = styled.span`
  ${hideOnMobile}
`;

/** On phones hidden on the screen while the controls above show the month, and printed as on desktops. */
const ReportHeader = styled.header<{ $isHiddenOnMobile: boolean | undefined }>`
  ${({ theme, $isHiddenOnMobile }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.xxs} ${theme.space.m};
    align-items: baseline;
    padding: ${theme.space.m} ${theme.size.gutter};

    ${
      $isHiddenOnMobile &&
      css`
        ${theme.mobile} {
          @media screen {
            ${visuallyHidden}
          }
        }
      `
    }

    h2 {
      ${typography("sectionTitle")}
    }
  `}
`;

function GeneratedAt({ report: { generatedAt, tookMs } }: { report: GeneratedReport }) {
  return (
    <Generated>
      <Trans
        text={tookMs < 100 ? "generated {moment} in under 0.1 s" : "generated {moment} in {seconds} s"}
        with={{
          moment: <bdi dir="ltr">{formatDateTime(generatedAt)}</bdi>,
          seconds: (tookMs / 1000).toFixed(1),
        }}
      />
    </Generated>
  );
}

const Generated = styled.small`
  ${typography("meta")}
  ${({ theme }) => css`
    color: ${theme.color.textSubtle};

    ${theme.mobile} {
      display: block;
      padding: ${theme.space.m} ${theme.size.gutter};
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

/** On phones the buttons have short texts and share the line of the other controls. */
function ReportExports({ report, disabled = false }: { report: GeneratedReport; disabled?: boolean }) {
  const fileName = reportFileName(report);
  const isMobile = useIsMobile();
  return (
    <Exports>
      <ExportButton
        icon="file-text"
        disabled={disabled}
        aria-label={t("Export as PDF")}
        exportFile={() =>
          saveDocument({
            fileName: `${fileName}.pdf`,
            render: (pdfs, context) => pdfs.createReportPdf(report, context),
          })
        }
      >
        {isMobile ? t("PDF") : t("Export as PDF")}
      </ExportButton>
      <ExportButton
        icon="sheet"
        disabled={disabled}
        aria-label={t("Export as Excel")}
        exportFile={() =>
          saveSpreadsheet({
            format: "xlsx",
            fileName,
            sheet: reportSpreadsheet(report, { today: societyDayAt(serverNow()), t: translateDocumentText }),
          })
        }
      >
        {isMobile ? t("Excel") : t("Export as Excel")}
      </ExportButton>
    </Exports>
  );
}
