import { useCallback, useMemo, useState } from "react";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { dueMonthName, MarkPaidContext } from "../../domain/schedule/PaidCheckbox.tsx";
import { scheduleColumns, scheduleExportColumns } from "../../domain/schedule/scheduleColumns.tsx";
import type { ScheduleEntry } from "../../domain/schedule/scheduleEntry.ts";
import { useMarkPaid } from "../../domain/schedule/useMarkPaid.ts";
import { useClearQueryParams } from "../../hooks/useClearQueryParams.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/TabContent.tsx";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import { PaymentScheduleEmpty } from "./PaymentScheduleEmpty.tsx";
import { PaymentScheduleFooter } from "./PaymentScheduleFooter.tsx";
import { PaymentScheduleToolbar } from "./PaymentScheduleToolbar.tsx";
import { renderHouseCells } from "./renderHouseCells.tsx";
import { scheduleFilterParams, useFilteredSchedule, useScheduleFilters } from "./useScheduleFilters.ts";

/** A year's installments house by house: who has paid, who has not, and the tick that says so. */
export function PaymentSchedule() {
  const today = useSocietyToday();
  const asked = useScheduleFilters(today);
  const list = useResource(paymentSchedule, { year: asked.year });
  const { rows, status, error, can, getHighlight, refetch } = list;
  const { shown, changed } = useFilteredSchedule({ rows, filter: asked.filter });
  const { pendingIds, errors, toggle } = useMarkPaid({ update: list.update, today });
  const [folds, setFolds] = useState(nothingCollapsed);
  const filters = useClearQueryParams(scheduleFilterParams);
  const columns = useMemo(scheduleColumns, []);
  const exported = useMemo(scheduleExportColumns, []);

  const handleTick = useEvent((line: ScheduleEntry) => void toggle(line.row));
  const ticking = useMemo(
    () => ({ canUpdate: can.update, pendingIds: pendingIds, onToggle: handleTick }),
    [can.update, pendingIds, handleTick],
  );
  const isOpen = useCallback((key: string) => folds.allCollapsed === folds.exceptions.has(key), [folds]);
  const handleToggle = useCallback((key: string) => setFolds((before) => toggleGroup(before, key)), []);

  function handleClear() {
    asked.setText("");
    filters.clear();
  }

  function rowState({ row }: ScheduleEntry) {
    const id = row.PaymentScheduleID;
    const reason = errors.get(id);
    return reason === undefined ? { highlight: getHighlight(id) } : { error: reason };
  }

  const known = status === "ready" || rows.length > 0;
  const lit = changed.find(({ row }) => getHighlight(row.PaymentScheduleID));
  const viewAlone = asked.text === "" && asked.month === 0;
  return (
    <TabContent aria-label={t("Payment Schedule")}>
      <HiddenHeading>{t("Payment Schedule")}</HiddenHeading>
      <PaymentScheduleToolbar
        filters={asked}
        counts={known ? shown : undefined}
        allCollapsed={folds.allCollapsed}
        onCollapseAll={(allCollapsed) => setFolds({ allCollapsed, exceptions: new Set() })}
      >
        <ExportMenu
          name={t("Payment Schedule")}
          fileName="payment-schedule"
          columns={exported}
          getRows={() => shown.groups.flatMap((group) => group.rows)}
          isEmpty={shown.groups.length === 0}
        />
      </PaymentScheduleToolbar>
      <StaleDataNotice error={error} hasData={rows.length > 0} onRetry={refetch} />
      <MarkPaidContext value={ticking}>
        <GroupedTable
          label={t("Payment Schedule")}
          groups={shown.groups}
          columns={columns}
          rowKey={keyOf}
          renderGroup={renderHouseCells}
          isExpanded={isOpen}
          onToggle={handleToggle}
          rowState={rowState}
          onSpace={can.update ? handleTick : undefined}
          loading={status === "loading"}
          announcement={lit && describeChange(lit, getHighlight(lit.row.PaymentScheduleID)?.by)}
          empty={
            <PaymentScheduleEmpty
              year={asked.year}
              error={status === "failed" && rows.length === 0 ? (error?.message ?? "") : undefined}
              onRetry={refetch}
              hiddenBy={rows.length === 0 ? undefined : viewAlone ? asked.view : "filters"}
              onShowAll={() => asked.setView("all")}
              onClear={handleClear}
            />
          }
          footer={<PaymentScheduleFooter totals={known ? shown.totals : undefined} canMarkPaid={can.update} />}
        />
      </MarkPaidContext>
    </TabContent>
  );
}

/** Whether all groups are closed, and which ones stand against that. */
interface CollapseState {
  allCollapsed: boolean;
  exceptions: ReadonlySet<string>;
}

const nothingCollapsed: CollapseState = { allCollapsed: false, exceptions: new Set() };

function toggleGroup({ allCollapsed, exceptions }: CollapseState, key: string): CollapseState {
  const turned = new Set(exceptions);
  if (!turned.delete(key)) turned.add(key);
  return { allCollapsed, exceptions: turned };
}

function keyOf({ row }: ScheduleEntry): string {
  return String(row.PaymentScheduleID);
}

function describeChange(line: ScheduleEntry, by = ""): string {
  return t("{name}: {house}, {month} {status}", {
    name: translateName(by),
    house: line.row.HouseNo,
    month: dueMonthName(line),
    status: t(line.status),
  });
}
