import { useState } from "react";
import { useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import { MONTH_NAMES } from "../../../shared/dates.ts";
import { reportYears } from "../../../shared/endpoints/generate-report.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { Note } from "../../Note.tsx";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Page } from "../../ui/Page.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { ReportBreakdown } from "./ReportBreakdown.tsx";
import { ReportCategories } from "./ReportCategories.tsx";
import { ReportExpenses } from "./ReportExpenses.tsx";
import { ReportOverview } from "./ReportOverview.tsx";
import { useReport } from "./useReport.ts";

const months = [
  { value: "", label: "Select Month" },
  ...MONTH_NAMES.map((label, index) => ({ value: String(index + 1), label })),
];
const years = [
  { value: "", label: "Select Year" },
  ...reportYears.map((year) => ({ value: String(year), label: String(year) })),
];

/** The report of one month; on the screen it stays true while payments go on coming in. */
export function Report() {
  const navigate = useNavigate();
  const [month, setMonth] = useUrlState("month", "");
  const [year, setYear] = useUrlState("year", "");
  const { report, failure, load } = useReport();
  const [busy, setBusy] = useState(false);

  async function handleGenerate() {
    if (month === "" || year === "") return showToast({ kind: "error", text: "Please select both month and year" });
    setBusy(true);
    const loaded = await load({ month: Number(month), year: Number(year) });
    setBusy(false);
    if (loaded) showToast({ kind: "success", text: "Report generated!" });
  }

  return (
    <Page
      title="Generate Report"
      subtitle="Generate reports based on filtered month and year."
      onBack={() => navigate(-1)}
      actions={
        <>
          <FilterSelect label="Month" value={month} options={months} onChange={setMonth} />
          <FilterSelect label="Year" value={year} options={years} onChange={setYear} />
          <Button variant="primary" busy={busy} onClick={() => void handleGenerate()}>
            Generate Report
          </Button>
        </>
      }
    >
      {failure && (
        <Note tone="bad" urgent title={failure}>
          {report && "The report below is the one before."}
        </Note>
      )}
      {report && (
        <>
          <Head>
            <h2>
              Maintenance Report - {MONTH_NAMES[report.month - 1]} {report.year}
            </h2>
            <small>
              as of {report.generatedAt.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}
            </small>
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

const Head = styled.header`
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.m};
    align-items: baseline;
    padding: ${t.space.m} ${t.size.gutter};

    h2 {
      ${type("report")}
      margin: 0;
    }

    small {
      ${type("meta")}
      color: ${t.color.ink3};
    }
  `}
`;

const Beside = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: minmax(0, 7fr) minmax(0, 3fr);

    & > * + * {
      border-inline-start: 1px solid ${t.color.line};
    }

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);

      & > * + * {
        border-inline-start: 0;
      }
    }
  `}
`;
