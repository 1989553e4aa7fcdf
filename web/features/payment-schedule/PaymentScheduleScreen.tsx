import { startTransition, useCallback, useDeferredValue, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import styled from "styled-components";
import { withdrawInstallments } from "../../../shared/endpoints/payment-schedule.ts";
import { type PaisaSum, toRupees } from "../../../shared/money.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { withdrawnInstallment } from "../../../shared/resources/withdrawn-installment.ts";
import { useCanCall } from "../../api/session.ts";
import { useWaive } from "../../domain/adjustments/useWaive.tsx";
import { HouseLink, useOpenHouse } from "../../domain/HouseLink.tsx";
import {
  buildScheduleColumns,
  buildScheduleExportColumns,
  formatDueMonth,
  MarkPaidContext,
} from "../../domain/schedule/scheduleColumns.tsx";
import type { HouseYear, ScheduleEntry, ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { useMarkPaidTable } from "../../domain/schedule/useMarkPaid.ts";
import { YearStrip } from "../../domain/schedule/YearStrip.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useClearQueryParams } from "../../hooks/useUrlState.ts";
import { plural, t, translateName } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { createLockAction } from "../../resource/lockAction.ts";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { toneColor } from "../../ui/badge/Badge.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import type { CellFocus, GroupCell, RowAction } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import type { ShownHouse } from "./filterSchedule.ts";
import { PaymentScheduleEmpty } from "./PaymentScheduleEmpty.tsx";
import { PaymentScheduleFooter } from "./PaymentScheduleFooter.tsx";
import {
  PaymentScheduleToolbar,
  scheduleFilterParams,
  useFilteredSchedule,
  useScheduleFilters,
} from "./PaymentScheduleToolbar.tsx";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

/** The installments of a year, grouped by house, to be marked as paid. */
export function PaymentScheduleScreen() {
  const today = useSocietyToday();
  const filters = useScheduleFilters(today);
  const list = useResource(paymentSchedule, { year: filters.year });
  const { rows, status, error, can, getHighlight, refetch } = list;
  const { contextValue, tableProps } = useMarkPaidTable(list, today);
  const waive = useWaive();
  const deferredRows = useDeferredRows(rows, filters.year);
  const { schedule, changedEntries } = useFilteredSchedule({ rows: deferredRows, filter: filters.filter });
  const [collapseState, setCollapseState] = useState(nothingCollapsed);
  const queryFilters = useClearQueryParams(scheduleFilterParams);
  const columns = useMemo(buildScheduleColumns, []);
  const exportColumns = useMemo(buildScheduleExportColumns, []);

  const isGroupExpanded = useCallback(
    (key: string) => collapseState.allCollapsed === collapseState.exceptions.has(key),
    [collapseState],
  );
  const handleToggle = useCallback((key: string) => setCollapseState((state) => toggleGroup(state, key)), []);

  function handleCollapseAll(allCollapsed: boolean) {
    // A transition, so that the next key or click need not wait until the rows of all houses are rendered.
    startTransition(() => setCollapseState({ allCollapsed, exceptions: new Set() }));
  }

  function handleClear() {
    filters.setText("");
    queryFilters.clear();
  }

  const canWithdraw = useCanCall(withdrawInstallments);
  const [rowToWithdraw, setRowToWithdraw] = useState<ScheduleRow>();
  const { getWaiveActions } = waive;
  const { describeLock } = useMonthLock();
  const getRowActions = useCallback(
    (entry: ScheduleEntry): readonly RowAction[] => {
      const { row } = entry;
      const lockedText = describeLock(paymentSchedule, row);
      if (lockedText !== undefined) return [createLockAction(lockedText)];
      const actions = [...(getWaiveActions?.(entry) ?? [])];
      if (canWithdraw && row.AmountReceived === 0)
        actions.push({
          key: "withdraw",
          icon: "undo",
          label: t("Withdraw"),
          danger: true,
          onPress: () => setRowToWithdraw(row),
        });
      return actions;
    },
    [canWithdraw, getWaiveActions, describeLock],
  );
  const isMobile = useIsMobile();
  // On phones the space beside the checkbox is needed for due date and penalty.
  const actionCount = isMobile ? 0 : Number(canWithdraw) + Number(getWaiveActions !== undefined);
  const duplicateCount = useMemo(
    () => deferredRows.filter(({ IsDuplicate }) => IsDuplicate === 1).length,
    [deferredRows],
  );
  const navigate = useNavigate();
  const openHouse = useOpenHouse();

  const isLoaded = status === "ready" || rows.length > 0;
  const highlightedEntry = changedEntries.find(({ row }) => getHighlight(row.PaymentScheduleID));
  const isFilteredByViewOnly = filters.text === "" && filters.month === 0;
  return (
    <TabContent title={t("Payment Schedule")}>
      <PaymentScheduleToolbar
        filters={filters}
        counts={isLoaded ? schedule : undefined}
        canMarkPaid={can.update}
        allCollapsed={collapseState.allCollapsed}
        onCollapseAll={handleCollapseAll}
      >
        <ExportMenu
          name={t("Payment Schedule")}
          fileName="payment-schedule"
          columns={exportColumns}
          getRows={() => schedule.groups.flatMap((group) => group.rows)}
          isEmpty={schedule.groups.length === 0}
        />
      </PaymentScheduleToolbar>
      <StaleDataNotice error={error} hasData={rows.length > 0} onRetry={refetch} />
      {duplicateCount > 0 && canWithdraw && (
        <Callout
          tone="warn"
          title={plural(duplicateCount, {
            one: "1 installment charges a month twice",
            other: "{count} installments charge a month twice",
          })}
          actions={<Button onClick={() => void navigate(`${withdrawnPage}&show=duplicates`)}>{t("Review")}</Button>}
        />
      )}
      <MarkPaidContext value={contextValue}>
        <GroupedTable
          {...tableProps}
          label={t("Payment Schedule")}
          groups={schedule.groups}
          columns={columns}
          renderGroup={renderHouseCells}
          rowActions={actionCount > 0 ? getRowActions : undefined}
          maxActions={actionCount}
          isGroupExpanded={isGroupExpanded}
          onToggle={handleToggle}
          onOpen={!isMobile && openHouse ? ({ row }) => openHouse(row) : undefined}
          onOpenGroup={openHouse && (({ house }) => openHouse({ HouseNo: house.houseNo }))}
          announcement={
            highlightedEntry &&
            describeChange(highlightedEntry, getHighlight(highlightedEntry.row.PaymentScheduleID)?.by)
          }
          empty={
            <PaymentScheduleEmpty
              year={filters.year}
              error={status === "failed" && rows.length === 0 ? error : undefined}
              onRetry={refetch}
              hiddenBy={rows.length === 0 ? undefined : isFilteredByViewOnly ? filters.view : "filters"}
              onShowAll={() => filters.setView("all")}
              onClear={handleClear}
            />
          }
          footer={<PaymentScheduleFooter totals={isLoaded ? schedule.totals : undefined} canMarkPaid={can.update} />}
        />
      </MarkPaidContext>
      {rowToWithdraw && (
        <WithdrawDialog row={rowToWithdraw} yearRows={rows} onClose={() => setRowToWithdraw(undefined)} />
      )}
      {waive.dialog}
    </TabContent>
  );
}

const withdrawnPage = withdrawnInstallment.guards.list.page;

/** All groups are collapsed (`allCollapsed`) or expanded, except those in `exceptions`. */
interface CollapseState {
  allCollapsed: boolean;
  exceptions: ReadonlySet<string>;
}

const nothingCollapsed: CollapseState = { allCollapsed: false, exceptions: new Set() };

function toggleGroup({ allCollapsed, exceptions }: CollapseState, key: string): CollapseState {
  const next = new Set(exceptions);
  if (!next.delete(key)) next.add(key);
  return { allCollapsed, exceptions: next };
}

function describeChange(entry: ScheduleEntry, by = ""): string {
  return t("{name}: {house}, {month} {status}", {
    name: translateName(by),
    house: entry.row.HouseNo,
    month: formatDueMonth(entry),
    status: t(entry.status),
  });
}

/** The row above a house's installments: owner, state of each month, sums of the shown installments. */
function renderHouseCells({ house, sums }: ShownHouse, { tabIndex }: CellFocus): readonly GroupCell[] {
  return [
    {
      column: "HouseNo",
      mobileSlot: "title",
      content: <HouseLink houseNo={house.houseNo} category={house.category} tabIndex={tabIndex} />,
    },
    { column: "InstallmentNumber", span: 2, mobileSlot: "title", content: <Owner>{house.owner}</Owner> },
    { column: "DueDate", mobileSlot: "meta", content: <YearStrip months={house.months} /> },
    sumCell("Amount", sums.amount),
    sumCell("Penalty", sums.penalty),
    sumCell("Received", sums.received),
    { ...sumCell("Outstanding", sums.outstanding), mobileSlot: "amount" },
    {
      column: "Status",
      span: 2,
      mobileSlot: "hidden",
      content: (
        <MetaText>
          {t("{count} of {due} paid", { count: house.paidCount, due: house.entries.length })}
          <OverdueText>{formatOverdueAndPartPaid(house)}</OverdueText>
        </MetaText>
      ),
    },
  ];
}

function sumCell(column: string, amount: PaisaSum): GroupCell {
  const content = <Money rupees={toRupees(amount)} strong={amount > 0} dashIfZero />;
  return { column, align: "end", mobileSlot: "hidden", content };
}

function formatOverdueAndPartPaid({ overdueCount, partPaidCount }: HouseYear): string {
  return [
    overdueCount > 0 ? t("{count} overdue", { count: overdueCount }) : "",
    partPaidCount > 0 ? t("{count} part-paid", { count: partPaidCount }) : "",
  ]
    .filter(Boolean)
    .join(t(", "));
}

const Owner = styled.bdi`
  ${typography("strong")}
  display: inline-block;
  max-inline-size: 100%;
  overflow: clip;
  text-overflow: ellipsis;
`;

const OverdueText = styled.span`
  ${typography("metaStrong")}
  margin-inline-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => toneColor(theme, "warn")};
`;

/**
 * Returns the previous rows until React has rendered the table with the new ones in the background, so that a ticked
 * checkbox is painted before the new sums. The first rows and those of another year are not deferred.
 */
function useDeferredRows(rows: readonly ScheduleRow[], year: number): readonly ScheduleRow[] {
  const current = useMemo(() => ({ rows, year }), [rows, year]);
  const deferred = useDeferredValue(current);
  const canShowDeferred = deferred.year === year && deferred.rows.length > 0 && rows.length > 0;
  return canShowDeferred ? deferred.rows : rows;
}
