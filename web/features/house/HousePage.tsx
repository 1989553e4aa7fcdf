import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import { plot } from "../../../shared/resources/plot.ts";
import { houseAddress } from "../../houseAddress.ts";
import { say, sayName } from "../../lib/language.ts";
import { useEditors } from "../../lib/presence.ts";
import { useSession } from "../../lib/session.ts";
import type { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { PlotFields } from "../../plots/PlotFields.tsx";
import { plotBlank } from "../../plots/plotBlank.ts";
import { type PlotRecord, plotColumns } from "../../plots/plotColumns.tsx";
import { ResourceDialog } from "../../ResourceDialog.tsx";
import { StaleNote } from "../../StaleNote.tsx";
import { useSocietyToday } from "../../schedule/ScheduleToday.ts";
import { Page } from "../../ui/Page.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { TableNote } from "../../ui/TableNote.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import { useAsked } from "../../useAsked.ts";
import { useResourceEditor } from "../../useResourceEditor.ts";
import { HouseActions } from "./HouseActions.tsx";
import { HouseChanges } from "./HouseChanges.tsx";
import { HouseReceiptForm } from "./HouseReceiptForm.tsx";
import { HouseReceipts } from "./HouseReceipts.tsx";
import { HouseSchedule } from "./HouseSchedule.tsx";
import { HouseSide } from "./HouseSide.tsx";
import { HouseStatement } from "./HouseStatement.tsx";
import { HouseStrip } from "./HouseStrip.tsx";
import { accountOf } from "./houseAccount.ts";
import { changesOf } from "./houseChanges.ts";
import { type HouseTab, houseTabs } from "./houseTabs.ts";
import { useAddReceipt } from "./useAddReceipt.ts";
import { type HouseBooks, useHouseBooks } from "./useHouseBooks.ts";
import { useLetter } from "./useLetter.ts";
import { usePlotHistory } from "./usePlotHistory.ts";
import { usePeriod, useStatement } from "./useStatement.ts";
import { useStatementPaper } from "./useStatementPaper.ts";

interface HousePageProps {
  house: PlotRecord;
  plots: ReturnType<typeof useResource<PlotRecord, PlotRecord, unknown, unknown>>;
}

/** One house: what it owes, what it was charged and has paid, whose it is and what was changed. */
export function HousePage({ house, plots }: HousePageProps) {
  const { HouseNo, OwnerName, CategoryName, TypeName, Floor, PlotID } = house;
  const session = useSession();
  const today = useSocietyToday();
  const phone = usePhone();
  const back = useBack();
  const books = useHouseBooks(PlotID);
  const { schedule, receipts, allReceipts, seesSchedule, seesReceipts } = books;
  const account = useMemo(
    () => accountOf({ rows: schedule.rows, receipts: receipts.rows, today }),
    [schedule.rows, receipts.rows, today],
  );
  const period = usePeriod(today);
  const statement = useStatement(books, period);
  const history = usePlotHistory({ PlotID, state: stateOf(house, books) });
  const changes = useMemo(() => history.entries && changesOf(history.entries), [history.entries]);
  const columns = useMemo(plotColumns, []);
  const editor = useResourceEditor({ resource: plot, list: plots, blank: plotBlank });
  const adding = useAddReceipt({ house, books, account, today });
  const letter = useLetter({ house, account, today });

  const tabs = houseTabs({ seesSchedule, seesReceipts });
  const [asked, setTab] = useUrlState("tab", tabs[0] ?? "changes");
  const tab: HouseTab = tabs.find((each) => each === asked) ?? "changes";
  const paper = useStatementPaper({
    house,
    statement,
    period,
    shown: tab === "statement",
    onShow: () => setTab("statement"),
  });
  const printable = tabs.includes("statement") && !books.loading;
  useAsked({ name: "print", run: paper.print, ready: printable });
  useShortcut("p", paper.print, printable);
  const counts: Partial<Record<HouseTab, number>> = {
    schedule: books.known ? schedule.rows.length : undefined,
    receipts: books.known ? allReceipts.length : undefined,
    changes: history.ended ? changes?.length : undefined,
  };
  const glow = plots.glow(PlotID);
  const editing = useEditors(plot.name)(PlotID);
  const stale = [plots, schedule, receipts].find(({ problem, rows }) => problem && rows.length > 0);
  return (
    <Page
      title={OwnerName}
      longTitle={`${HouseNo}, ${OwnerName}`}
      subtitle={
        <Subtitle>
          {say("Category {category}, {type}, {floor}", { category: CategoryName, type: TypeName, floor: Floor })}
          <TableNote state={{ glow, editing }} />
        </Subtitle>
      }
      lead={<Plate house={HouseNo} category={CategoryName} size="page" />}
      onBack={back}
      actions={
        <HouseActions
          house={house}
          letter={letter}
          onPrint={tabs.includes("statement") ? paper.print : undefined}
          onPdf={tabs.includes("statement") ? paper.save : undefined}
          pdfBusy={paper.busy}
          onAdd={adding.add}
          own={session?.user.role.scope === "own"}
        />
      }
      tabs={
        <>
          {seesSchedule && <HouseStrip account={books.known ? account : undefined} />}
          <Tabs
            label={say("House {house}", { house: HouseNo })}
            active={tab}
            items={tabs.map((key) => ({
              key,
              label: say(names[key]),
              to: `${houseAddress(HouseNo)}${key === tabs[0] ? "" : `?tab=${key}`}`,
              count: counts[key],
            }))}
          />
        </>
      }
      fill={!phone}
    >
      <StaleNote problem={stale?.problem} shown onAgain={() => void stale?.again()} />
      <Body>
        <Main>
          {tab === "statement" && <HouseStatement books={books} statement={statement} period={period} />}
          {tab === "schedule" && <HouseSchedule books={books} today={today} />}
          {tab === "receipts" && <HouseReceipts books={books} onAdd={adding.add} />}
          {tab === "changes" && <HouseChanges changes={changes} history={history} />}
        </Main>
        <HouseSide
          house={house}
          today={today}
          changes={changes ?? []}
          onEdit={plots.may.update ? () => editor.edit(house) : undefined}
        />
      </Body>
      <ResourceDialog
        editor={editor}
        list={plots}
        resource={plot}
        columns={columns}
        blank={plotBlank}
        title={say("Edit {name}", { name: sayName(plot.label) })}
        lead={<Plate house={HouseNo} category={CategoryName} />}
        fields={<PlotFields made />}
        submitLabel={say("Update {label}", { label: sayName(plot.label) })}
      />
      <HouseReceiptForm house={house} editor={adding.editor} blank={adding.blank} />
    </Page>
  );
}

const names = { statement: "Statement", schedule: "Schedule", receipts: "Receipts", changes: "Changes" } as const;

/** To where one came from; to the plots for who begins here. */
function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === "default" ? navigate(plot.guards.list.page) : navigate(-1));
}

/** Another text with every change of the house or of what belongs to it, once all of it has been read. */
function stateOf(house: PlotRecord, { schedule, receipts, voided, loading }: HouseBooks): string {
  if (loading) return "";
  const lists = [[house], schedule.rows, receipts.rows, voided.rows];
  return lists.map((rows) => `${rows.length} ${rows.reduce((sum, { Version }) => sum + Version, 0)}`).join(", ");
}

const Subtitle = styled.span`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.m};
    align-items: center;
  `}
`;

/** Beside each other on the desk, one under the other where it is narrow. */
const Body = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    flex: 1;
    min-block-size: 0;

    ${t.narrow} {
      display: block;
      overflow: auto;
    }

    ${t.phone} {
      overflow: visible;
    }

    @media print {
      display: block;
      overflow: visible;
    }
  `}
`;

const Main = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-inline-size: 0;
  min-block-size: 0;
`;
