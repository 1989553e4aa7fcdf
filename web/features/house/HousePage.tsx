import { useContext, useMemo, useState } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { plot } from "../../../shared/resources/plot.ts";
import { PageRevokedContext } from "../../api/pageRevoked.ts";
import { useSession } from "../../api/session.ts";
import { HouseBadge } from "../../domain/HouseBadge.tsx";
import { houseUrl } from "../../domain/houseUrl.ts";
import { PlotFields, plotDefaultValues } from "../../domain/plots/PlotFields.tsx";
import { type PlotRecord, plotColumns } from "../../domain/plots/plotColumns.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useConsumeQueryParam, useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useEditors } from "../../live/presence.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState, LoadError } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { Tabs } from "../../ui/layout/Tabs.tsx";
import { RowStateLabel } from "../../ui/table/RowState.tsx";
import { AddReceiptDialog, useAddReceipt } from "./AddReceiptDialog.tsx";
import { ChangesTab } from "./ChangesTab.tsx";
import { HouseAccountSummary } from "./HouseAccountSummary.tsx";
import { HouseActions, useOwnerMessage } from "./HouseActions.tsx";
import { HouseInfoPanel } from "./HouseInfoPanel.tsx";
import { computeHouseAccount } from "./houseAccount.ts";
import { ReceiptsTab } from "./ReceiptsTab.tsx";
import { ScheduleTab } from "./ScheduleTab.tsx";
import { StatementTab } from "./StatementTab.tsx";
import { groupIntoChanges, useHouseHistory } from "./useHouseHistory.ts";
import { type HouseRecords, useHouseRecords } from "./useHouseRecords.ts";
import { useStatement, useStatementExport, useStatementPeriod } from "./useStatement.ts";

interface HouseDetailsProps {
  house: PlotRecord;
  plots: ReturnType<typeof useResource<PlotRecord, PlotRecord, unknown, unknown>>;
}

/** One house: what it owes, what it was charged and has paid, whose it is and what was changed. */
function HouseDetails({ house, plots }: HouseDetailsProps) {
  const { HouseNo, OwnerName, CategoryName, TypeName, Floor, PlotID } = house;
  const session = useSession();
  const today = useSocietyToday();
  const phone = useIsMobile();
  const back = useGoBack();
  const records = useHouseRecords(PlotID);
  const { schedule, receipts, allReceipts, canSeeSchedule, canSeeReceipts } = records;
  const account = useMemo(
    () => computeHouseAccount({ rows: schedule.rows, receipts: receipts.rows, today }),
    [schedule.rows, receipts.rows, today],
  );
  const period = useStatementPeriod(today);
  const statement = useStatement(records, period);
  const history = useHouseHistory({ PlotID, revision: computeRevision(house, records) });
  const changes = useMemo(() => history.entries && groupIntoChanges(history.entries), [history.entries]);
  const columns = useMemo(plotColumns, []);
  const editor = useResourceEditor({ resource: plot, mutations: plots, defaultValues: plotDefaultValues });
  const adding = useAddReceipt({ house, records, account, today });
  const letter = useOwnerMessage({ house, account, today });

  const tabs = getVisibleTabs({ canSeeSchedule, canSeeReceipts });
  const [asked, setTab] = useUrlState("tab", tabs[0] ?? "changes");
  const tab: HouseTab = tabs.find((each) => each === asked) ?? "changes";
  const paper = useStatementExport({
    house,
    statement,
    period,
    isShown: tab === "statement",
    onShow: () => setTab("statement"),
  });
  const printable = tabs.includes("statement") && !records.loading;
  useConsumeQueryParam({ name: "print", onPresent: paper.print, ready: printable });
  useShortcut("p", paper.print, printable);
  const counts: Partial<Record<HouseTab, number>> = {
    schedule: records.loaded ? schedule.rows.length : undefined,
    receipts: records.loaded ? allReceipts.length : undefined,
    changes: history.ended ? changes?.length : undefined,
  };
  const highlight = plots.getHighlight(PlotID);
  const editing = useEditors(plot.name)(PlotID);
  const stale = [plots, schedule, receipts].find(({ error, rows }) => error && rows.length > 0);
  return (
    <Page
      title={OwnerName}
      documentTitle={`${HouseNo}, ${OwnerName}`}
      subtitle={
        <Subtitle>
          {t("Category {category}, {type}, {floor}", { category: CategoryName, type: TypeName, floor: Floor })}
          <RowStateLabel state={{ highlight, editing }} />
        </Subtitle>
      }
      leading={<HouseBadge house={HouseNo} category={CategoryName} size="page" />}
      onBack={back}
      actions={
        <HouseActions
          house={house}
          message={letter}
          onPrint={tabs.includes("statement") ? paper.print : undefined}
          onSavePdf={tabs.includes("statement") ? paper.savePdf : undefined}
          pdfBusy={paper.busy}
          onAddReceipt={adding.openForm}
          isOwnHouse={session?.user.role.scope === "own"}
        />
      }
      tabs={
        <>
          {canSeeSchedule && <HouseAccountSummary account={records.loaded ? account : undefined} />}
          <Tabs
            label={t("House {house}", { house: HouseNo })}
            active={tab}
            items={tabs.map((key) => ({
              key,
              label: t(tabLabels[key]),
              to: `${houseUrl(HouseNo)}${key === tabs[0] ? "" : `?tab=${key}`}`,
              count: counts[key],
            }))}
          />
        </>
      }
      fillHeight={!phone}
    >
      <StaleDataNotice error={stale?.error} hasData onRetry={() => void stale?.refetch()} />
      <Body>
        <Main>
          {tab === "statement" && <StatementTab records={records} statement={statement} period={period} />}
          {tab === "schedule" && <ScheduleTab records={records} today={today} />}
          {tab === "receipts" && <ReceiptsTab records={records} onAdd={adding.openForm} />}
          {tab === "changes" && <ChangesTab changes={changes} history={history} />}
        </Main>
        <HouseInfoPanel
          house={house}
          today={today}
          changes={changes ?? []}
          onEdit={plots.can.update ? () => editor.edit(house) : undefined}
        />
      </Body>
      <ResourceFormDialog
        editor={editor}
        list={plots}
        resource={plot}
        columns={columns}
        defaultValues={plotDefaultValues}
        title={t("Edit {name}", { name: translateName(plot.label) })}
        leading={<HouseBadge house={HouseNo} category={CategoryName} />}
        fields={<PlotFields isExisting />}
        submitLabel={t("Update {label}", { label: translateName(plot.label) })}
      />
      <AddReceiptDialog house={house} editor={adding.editor} defaultValues={adding.defaultValues} />
    </Page>
  );
}

const tabLabels = { statement: "Statement", schedule: "Schedule", receipts: "Receipts", changes: "Changes" } as const;

/** To where one came from; to the plots for who begins here. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === "default" ? navigate(plot.guards.list.page) : navigate(-1));
}

/** Another text with every change of the house or of what belongs to it, once all of it has been read. */
function computeRevision(house: PlotRecord, { schedule, receipts, voided, loading }: HouseRecords): string {
  if (loading) return "";
  const lists = [[house], schedule.rows, receipts.rows, voided.rows];
  return lists.map((rows) => `${rows.length} ${rows.reduce((sum, { Version }) => sum + Version, 0)}`).join(", ");
}

/** All about one house; its number stands in the address, in capitals or not. */
export function HousePage() {
  const { HouseNo = "" } = useParams();
  const { search } = useLocation();
  const list = useResource(plot);
  const pageGone = useContext(PageRevokedContext);
  const house = list.rows.find((row) => hasHouseNo(row, HouseNo));
  const [seen, setSeen] = useState<PlotRecord>();
  if (house && house !== seen) setSeen(house);

  if (house && house.HouseNo !== HouseNo) return <Navigate to={`${houseUrl(house.HouseNo)}${search}`} replace />;
  // Withdrawn while somebody types: out of sight, it stays for their form.
  const shown = house ?? (pageGone ? seen : undefined);
  if (shown) return <HouseDetails key={shown.PlotID} house={shown} plots={list} />;
  if (list.status === "loading")
    return (
      <Page title={HouseNo}>
        <Skeleton />
      </Page>
    );
  return (
    <Page title={HouseNo}>
      {list.status === "failed" ? (
        <LoadError title={list.error?.message ?? ""} onRetry={list.refetch} />
      ) : (
        <HouseNotFound wasRemoved={seen !== undefined && hasHouseNo(seen, HouseNo)} />
      )}
    </Page>
  );
}

function HouseNotFound({ wasRemoved }: { wasRemoved: boolean }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      title={
        wasRemoved
          ? t("This house was just deleted, or is no longer yours to see")
          : t("This house does not exist, or is not yours to see")
      }
      text={
        wasRemoved
          ? t("What you saw of it is closed.")
          : t("Check the number in the address, or look for the house in the list.")
      }
      action={<Button onClick={() => void navigate(plot.guards.list.page)}>{t("Go to the plots")}</Button>}
    />
  );
}

/** As the register has it: no two numbers differ in capitals only. */
function hasHouseNo(house: PlotRecord, number: string): boolean {
  return house.HouseNo.toLowerCase() === number.trim().toLowerCase();
}

type HouseTab = "statement" | "schedule" | "receipts" | "changes";

/** The tabs for somebody with these rights; a statement tells of charges and payments alike. */
function getVisibleTabs(sees: { canSeeSchedule: boolean; canSeeReceipts: boolean }): HouseTab[] {
  const { canSeeSchedule, canSeeReceipts } = sees;
  return [
    ...(canSeeSchedule && canSeeReceipts ? (["statement"] as const) : []),
    ...(canSeeSchedule ? (["schedule"] as const) : []),
    ...(canSeeReceipts ? (["receipts"] as const) : []),
    "changes",
  ];
}

const Subtitle = styled.span`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.m};
    align-items: center;
  `}
`;

/** Beside each other on the desk, one under the other where it is narrow. */
const Body = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex: 1;
    min-block-size: 0;

    ${theme.narrow} {
      display: block;
      overflow: auto;
    }

    ${theme.mobile} {
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
