import { useContext, useMemo, useState } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { movePlot } from "../../../shared/endpoints/revision.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { PageRevokedContext, useCanCall, useSession } from "../../api/session.ts";
import { HouseBadge, houseUrl } from "../../domain/HouseLink.tsx";
import { PlotFields, plotDefaultValues } from "../../domain/plots/PlotFields.tsx";
import { buildPlotColumns, type PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { useGoBack } from "../../hooks/useGoBack.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useConsumeQueryParam, useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useGetEditor } from "../../live/presence.ts";
import { useResource } from "../../live/useResource.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton } from "../../ui/feedback/Loading.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { Tabs } from "../../ui/layout/Tabs.tsx";
import { RowStateLabel } from "../../ui/table/rowParts.tsx";
import { AddReceiptDialog, useAddReceipt } from "./AddReceiptDialog.tsx";
import { AdjustmentsTab } from "./AdjustmentsTab.tsx";
import { ChangesTab } from "./ChangesTab.tsx";
import { HouseAccountSummary } from "./HouseAccountSummary.tsx";
import { HouseActions } from "./HouseActions.tsx";
import { HouseInfoPanel } from "./HouseInfoPanel.tsx";
import { computeHouseAccount } from "./houseAccount.ts";
import { MoveHouseDialog } from "./MoveHouseDialog.tsx";
import { useOwnerName } from "./OwnerList.tsx";
import { ReceiptsTab } from "./ReceiptsTab.tsx";
import { ScheduleTab } from "./ScheduleTab.tsx";
import { StatementTab } from "./StatementTab.tsx";
import { TransferDialog } from "./TransferDialog.tsx";
import { useBroughtForward, useHasHiddenRecords } from "./useBroughtForward.ts";
import { useHouseHistory } from "./useHouseHistory.ts";
import { type HouseRecords, useHouseRecords } from "./useHouseRecords.ts";
import { useStatement, useStatementExport, useStatementPeriod } from "./useStatement.ts";

/** The page of the house whose number is in the URL; upper and lower case are equal. */
export function HousePage() {
  const { HouseNo = "" } = useParams();
  const { search } = useLocation();
  const plots = useResource(plot);
  const isPageRevoked = useContext(PageRevokedContext);
  const house = plots.rows.find((row) => hasHouseNo(row, HouseNo));
  const [lastKnownHouse, setLastKnownHouse] = useState<PlotRecord>();
  if (house && house !== lastKnownHouse) setLastKnownHouse(house);

  if (house && house.HouseNo !== HouseNo) return <Navigate to={`${houseUrl(house.HouseNo)}${search}`} replace />;
  // When access is revoked the page is only hidden, so the last known house keeps an open form mounted.
  const visibleHouse = house ?? (isPageRevoked ? lastKnownHouse : undefined);
  if (visibleHouse) return <HouseDetails key={visibleHouse.PlotID} house={visibleHouse} plots={plots} />;
  if (plots.status === "loading")
    return (
      <Page title={HouseNo}>
        <Skeleton />
      </Page>
    );
  return (
    <Page title={HouseNo}>
      {plots.status === "failed" ? (
        <FailedRequest error={plots.error} onRetry={plots.refetch} />
      ) : (
        <HouseNotFound wasRemoved={lastKnownHouse !== undefined && hasHouseNo(lastKnownHouse, HouseNo)} />
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
          ? t("This house was deleted, or you no longer have access to it")
          : t("This house does not exist, or you have no access to it")
      }
      text={
        wasRemoved
          ? t("Its page was closed.")
          : t("Check the house number in the URL, or look for the house in the list.")
      }
      action={<Button onClick={() => void navigate(plot.guards.list.page)}>{t("Go to the plots")}</Button>}
    />
  );
}

/** House numbers are unique regardless of case. */
function hasHouseNo(house: PlotRecord, number: string): boolean {
  return house.HouseNo.toLowerCase() === number.trim().toLowerCase();
}

interface HouseDetailsProps {
  house: PlotRecord;
  plots: ReturnType<typeof useResource<PlotRecord, PlotRecord, unknown, unknown>>;
}

function HouseDetails({ house, plots }: HouseDetailsProps) {
  const { HouseNo, OwnerName, CategoryName, TypeName, Floor, PlotID } = house;
  const isOwnHouse = useSession()?.user.role.scope === "own";
  const [isTransferring, setIsTransferring] = useState(false);
  const today = useSocietyToday();
  const isMobile = useIsMobile();
  const goBack = useGoBack(plot.guards.list.page);
  const records = useHouseRecords(PlotID);
  const { schedule, receipts, adjustments, allReceipts, allAdjustments, canSeeSchedule } = records;
  const { broughtForward, ...balanceRequest } = useBroughtForward(house);
  const account = useMemo(
    () =>
      computeHouseAccount({
        scheduleRows: schedule.rows,
        receipts: receipts.rows,
        adjustments: adjustments.filter(({ SettledPlotID }) => SettledPlotID === PlotID),
        broughtForward,
        today,
      }),
    [schedule.rows, receipts.rows, adjustments, broughtForward, PlotID, today],
  );
  const period = useStatementPeriod(today, useHasHiddenRecords(house) ? house.OwnedFrom : null);
  const { statement, failure } = useStatement(house, records, period);
  const history = useHouseHistory(house, records);
  const { changes } = history;
  const columns = useMemo(buildPlotColumns, []);
  const editor = useResourceEditor({ resource: plot, mutations: plots, defaultValues: plotDefaultValues });
  const canMove = useCanCall(movePlot);
  const [isMoving, setIsMoving] = useState(false);
  const addReceipt = useAddReceipt({ house, records, account, today });

  const tabs = getVisibleTabs(records);
  const [requestedTab, setRequestedTab] = useUrlState("tab", tabs[0] ?? "changes");
  const tab: HouseTab = tabs.find((key) => key === requestedTab) ?? "changes";
  const statementExport = useStatementExport({
    house,
    ownerName: useOwnerName(house, period.to),
    statement,
    period,
    isVisible: tab === "statement",
    show: () => setRequestedTab("statement"),
  });
  const canPrint = tabs.includes("statement") && statement !== undefined;
  useConsumeQueryParam({ name: "print", onPresent: statementExport.print, ready: canPrint });
  useShortcut("p", statementExport.print, canPrint);
  const counts: Partial<Record<HouseTab, number>> = {
    schedule: records.canComputeBalance ? schedule.rows.length : undefined,
    receipts: records.canComputeBalance ? allReceipts.length : undefined,
    adjustments: records.canComputeBalance ? allAdjustments.length : undefined,
    changes: history.isComplete ? changes?.length : undefined,
  };
  const highlight = plots.getHighlight(PlotID);
  const editing = useGetEditor(plot.name)(PlotID);
  const { failedList } = records;
  const completeAccount = records.canComputeBalance && !balanceRequest.isMissing ? account : undefined;
  const staleList = plots.error ? plots : failedList ? undefined : records.staleList;
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
      leading={<HouseBadge houseNo={HouseNo} category={CategoryName} size="page" />}
      onBack={goBack}
      actions={
        <HouseActions
          house={house}
          account={completeAccount}
          today={today}
          onPrint={canPrint ? statementExport.print : undefined}
          savePdf={canPrint ? statementExport.savePdf : undefined}
          onAddReceipt={addReceipt.openForm}
          isOwnHouse={isOwnHouse}
        />
      }
      tabs={
        <>
          {canSeeSchedule && (
            <HouseAccountSummary
              account={completeAccount}
              balanceRequest={failedList ? { ...failedList, isMissing: true, loading: false } : balanceRequest}
            />
          )}
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
      fillHeight={!isMobile}
    >
      <StaleDataNotice error={staleList?.error} hasData onRetry={() => void staleList?.refetch()} />
      <Body>
        <Main>
          {tab === "statement" && (
            <StatementTab {...{ records, statement, failure, period }} ownerName={house.OwnerName} />
          )}
          {tab === "schedule" && <ScheduleTab records={records} today={today} />}
          {tab === "receipts" && <ReceiptsTab records={records} plotId={house.PlotID} onAdd={addReceipt.openForm} />}
          {tab === "adjustments" && <AdjustmentsTab house={house} records={records} today={today} />}
          {tab === "changes" && <ChangesTab history={history} />}
        </Main>
        <HouseInfoPanel
          house={house}
          today={today}
          changes={changes ?? []}
          isOwnHouse={isOwnHouse}
          onEdit={plots.can.update ? () => editor.edit(house) : undefined}
          onMove={canMove ? () => setIsMoving(true) : undefined}
          onTransfer={plots.can.update && !isOwnHouse ? () => setIsTransferring(true) : undefined}
        />
      </Body>
      <ResourceFormDialog
        editor={editor}
        list={plots}
        resource={plot}
        columns={columns}
        defaultValues={plotDefaultValues}
        title={t("Edit {name}", { name: translateName(plot.label) })}
        leading={<HouseBadge houseNo={HouseNo} category={CategoryName} />}
        fields={<PlotFields isExisting />}
        submitLabel={t("Update {label}", { label: translateName(plot.label) })}
      />
      <AddReceiptDialog house={house} {...addReceipt} />
      {isMoving && <MoveHouseDialog house={house} today={today} onClose={() => setIsMoving(false)} />}
      {isTransferring && <TransferDialog house={house} today={today} onClose={() => setIsTransferring(false)} />}
    </Page>
  );
}

type HouseTab = "statement" | "schedule" | "receipts" | "adjustments" | "changes";

/**
 * The statement needs the rights to see charges and payments, because it shows both. It also shows the adjustments,
 * even to users who may not open the list of adjustments.
 */
function getVisibleTabs({ canSeeSchedule, canSeeReceipts, canSeeAdjustments }: HouseRecords): HouseTab[] {
  return [
    ...(canSeeSchedule && canSeeReceipts ? (["statement"] as const) : []),
    ...(canSeeSchedule ? (["schedule"] as const) : []),
    ...(canSeeReceipts ? (["receipts"] as const) : []),
    ...(canSeeAdjustments ? (["adjustments"] as const) : []),
    "changes",
  ];
}

const tabLabels = {
  statement: "Statement",
  schedule: "Schedule",
  receipts: "Receipts",
  adjustments: "Adjustments",
  changes: "Changes",
} as const;

const Subtitle = styled.span`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.m};
    align-items: center;
  `}
`;

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
