import { type ReactNode, useCallback, useMemo, useState } from "react";
import { monthOf } from "../../../shared/dates.ts";
import { keepInstallment } from "../../../shared/endpoints/payment-schedule.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCanCall } from "../../api/session.ts";
import { HouseBadge, houseColumn } from "../../domain/HouseLink.tsx";
import type { ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { amountColumn, textColumn } from "../../resource/columns.tsx";
import { ReasonDialog } from "../../resource/form/FormDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column, RowAction } from "../../ui/table/tableTypes.ts";

interface DuplicateMonthsProps {
  /** The list of the installments that charge a month a second time. */
  duplicates: { rows: readonly ScheduleRow[]; status: string; error?: unknown };
  /** Switches to the withdrawn installments. */
  viewSwitch: ReactNode;
}

/**
 * The months that an earlier release has charged twice, each with all its installments; the user decides which
 * installment stays, and the other is withdrawn.
 */
export function DuplicateMonths({ duplicates, viewSwitch }: DuplicateMonthsProps) {
  const hasDuplicates = duplicates.rows.length > 0;
  const schedule = useResource(paymentSchedule, hasDuplicates ? {} : null);
  const list = hasDuplicates ? schedule : duplicates;
  const plans = useResource(paymentPlan).rows;
  const [rowToKeep, setRowToKeep] = useState<ScheduleRow>();
  const canDecide = useCanCall(keepInstallment);
  const planNames = useMemo(
    () => new Map(plans.map(({ PaymentPlanID, PaymentPlanName }) => [PaymentPlanID, PaymentPlanName])),
    [plans],
  );
  const rows = useMemo(() => {
    const months = new Set(duplicates.rows.map(houseMonthKey));
    return schedule.rows
      .filter((row) => months.has(houseMonthKey(row)))
      .sort(
        (a, b) => a.PlotID - b.PlotID || a.BillingMonth.localeCompare(b.BillingMonth) || a.IsDuplicate - b.IsDuplicate,
      );
  }, [schedule.rows, duplicates.rows]);
  const columns = useMemo(() => buildColumns(planNames), [planNames]);
  const getRowActions = useCallback(
    (row: ScheduleRow): readonly RowAction[] => [
      { key: "keep", icon: "check", label: t("Keep this one"), onPress: () => setRowToKeep(row) },
    ],
    [],
  );

  return (
    <TabContent title={t("Withdrawn Installments")}>
      <Toolbar label={t("Search and filter {nouns}", { nouns: t("installments") })}>{viewSwitch}</Toolbar>
      <Table
        label={t("Charged twice")}
        rows={rows}
        rowKey={({ PaymentScheduleID }) => String(PaymentScheduleID)}
        columns={columns}
        rowActions={canDecide ? getRowActions : undefined}
        maxActions={1}
        loading={list.status === "loading"}
        empty={
          <ResourceEmptyState error={list.error} onRetry={schedule.refetch} title={t("No month is charged twice.")} />
        }
      />
      {rowToKeep && <KeepDialog row={rowToKeep} onClose={() => setRowToKeep(undefined)} />}
    </TabContent>
  );
}

function KeepDialog({ row, onClose }: { row: ScheduleRow; onClose: () => void }) {
  const { PaymentScheduleID, HouseNo, CategoryName, DueDate } = row;
  const { describeLock } = useMonthLock();
  return (
    <ReasonDialog
      title={t("Keep this installment of {month}?", { month: monthYearText(monthOf(DueDate)) })}
      leading={<HouseBadge houseNo={HouseNo} category={CategoryName} />}
      description={t("The other installment of the month is withdrawn. What receipts have paid on it becomes credit.")}
      lockedText={describeLock(paymentSchedule, row)}
      submitLabel={t("Keep this one")}
      send={({ Reason }, idempotencyKey) =>
        callEndpoint(keepInstallment, { body: { PaymentScheduleID, Reason }, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}

function houseMonthKey({ PlotID, BillingMonth }: ScheduleRow): string {
  return `${PlotID} ${BillingMonth}`;
}

function buildColumns(planNames: ReadonlyMap<number, string>): readonly Column<ScheduleRow>[] {
  return [
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 1, mobileSlot: "sub" }),
    {
      key: "Month",
      title: t("Month"),
      width: 14,
      mobileSlot: "meta",
      render: ({ DueDate }) => monthYearText(monthOf(DueDate)),
    },
    {
      key: "Plan",
      title: t("Payment plan"),
      width: 30,
      grow: 2,
      mobileSlot: "meta",
      render: ({ PaymentPlanID }) => planNames.get(PaymentPlanID) ?? PaymentPlanID,
    },
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 11, mobileSlot: "amount" }),
    amountColumn({ key: "AmountReceived", title: t("Received"), width: 11, mobileSlot: "hidden" }),
  ];
}
