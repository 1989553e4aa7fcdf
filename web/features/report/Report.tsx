import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { reportTitle } from "../../../shared/paper/report.ts";
import { say } from "../../lib/language.ts";
import { useChangeQuery } from "../../lib/useChangeQuery.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { formatMoment, saidMoment } from "../../moment.ts";
import { monthOptions } from "../../monthOptions.ts";
import { Note } from "../../Note.tsx";
import { Said } from "../../Said.tsx";
import { sayPaper } from "../../sayPaper.ts";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Page } from "../../ui/Page.tsx";
import type { Option } from "../../ui/Select.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { yearOptions } from "../../yearOptions.ts";
import { ReportBreakdown } from "./ReportBreakdown.tsx";
import { ReportCategories } from "./ReportCategories.tsx";
import { ReportExpenses } from "./ReportExpenses.tsx";
import { ReportExports } from "./ReportExports.tsx";
import { ReportOverview } from "./ReportOverview.tsx";
import { useReport } from "./useReport.ts";

/** The report of one month; on the screen it stays true while payments go on coming in. */
export function Report() {
  const navigate = useNavigate();
  const [givenMonth, setMonth] = useUrlState("month", "", "typed");
  const [givenYear, setYear] = useUrlState("year", "", "typed");
  const months = monthOptions();
  const month = offered(months, givenMonth);
  const year = offered(yearOptions, givenYear);
  const { report, failure, busy, generate } = useReport();
  useTab("generate");

  async function handleGenerate() {
    if (month === "" || year === "")
      return showToast({ kind: "error", text: say("Please select both month and year") });
    const failed = await generate({ month: Number(month), year: Number(year) });
    showToast(
      failed === undefined ? { kind: "success", text: say("Report generated!") } : { kind: "error", text: failed },
    );
  }

  return (
    <Page
      title={say("Generate Report")}
      subtitle={say("Generate reports based on filtered month and year.")}
      onBack={() => (hasPast() ? navigate(-1) : navigate("/"))}
      actions={
        <>
          <FilterSelect
            label={say("Month")}
            value={month}
            none={say("Select Month")}
            options={months}
            onChange={setMonth}
          />
          <FilterSelect
            label={say("Year")}
            value={year}
            none={say("Select Year")}
            options={yearOptions}
            onChange={setYear}
          />
          <Button variant="primary" busy={busy} onClick={() => void handleGenerate()}>
            {say("Generate Report")}
          </Button>
        </>
      }
    >
      {failure && (
        <Note
          tone="bad"
          title={failure.reason}
          actions={<Button onClick={() => void handleGenerate()}>{say("Try again")}</Button>}
        >
          {report &&
            say("{report} below is as of {moment}.", {
              report: reportTitle(report, sayPaper),
              moment: saidMoment(report.generatedAt.toISOString()),
            })}
        </Note>
      )}
      {report && (
        <>
          <Head>
            <h2>{reportTitle(report, sayPaper)}</h2>
            <small>
              <Said
                text={report.tookMs < 100 ? "generated {moment} in under 0.1 s" : "generated {moment} in {seconds} s"}
                with={{
                  moment: <bdi dir="ltr">{formatMoment(report.generatedAt)}</bdi>,
                  seconds: (report.tookMs / 1000).toFixed(1),
                }}
              />
            </small>
            <Exports>
              <ReportExports report={report} />
            </Exports>
          </Head>
          <ReportCategories report={report} />
          <Beside>
            <ReportExpenses report={report} />
            <div>
              <ReportOverview total={report.total} />
              <ReportBreakdown total={report.total} />
            </div>
          </Beside>
        </>
      )}
    </Page>
  );
}

/** The page has this one tab; the address says so, as on other pages. */
function useTab(tab: string): void {
  const [params] = useSearchParams();
  const change = useChangeQuery();
  useEffect(() => {
    if (params.get("tab") !== tab) change((query) => query.set("tab", tab), "typed");
  }, [params, change, tab]);
}

/** What the address says, if it is among the choices. */
function offered(options: readonly Option[], value: string): string {
  return options.some((option) => String(option.value) === value) ? value : "";
}

/** Whether this window has a page of the portal to go back to; the router counts them in the history's state. */
function hasPast(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && Number(state.idx) > 0;
}

const Head = styled.header`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.xxs} ${t.space.m};
    align-items: baseline;
    padding: ${t.space.m} ${t.size.gutter};

    ${t.phone} {
      border-block-start: 1px solid ${t.color.line};
    }

    h2 {
      ${type("report")}
    }

    small {
      ${type("meta")}
      color: ${t.color.ink3};
    }
  `}
`;

const Exports = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ theme }) => theme.space.s};
  margin-inline-start: auto;
`;

const Beside = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: minmax(0, 7fr) minmax(0, 3fr);

    & > * + * {
      border-inline-start: 1px solid ${t.color.line};
    }

    ${t.narrow} {
      grid-template-columns: minmax(0, 1fr);

      & > * + * {
        border-inline-start: 0;
      }
    }
  `}
`;
