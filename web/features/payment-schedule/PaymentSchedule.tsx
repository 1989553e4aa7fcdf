import { useCallback, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { type Paisa, toRupees } from "../../../shared/money.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import type { HouseYear } from "../../domain/schedule/houseYear.ts";
import {
  dueMonthName,
  MarkPaidContext,
  scheduleColumns,
  scheduleExportColumns,
} from "../../domain/schedule/scheduleColumns.tsx";
import type { ScheduleEntry } from "../../domain/schedule/scheduleEntry.ts";
import { useMarkPaid } from "../../domain/schedule/useMarkPaid.ts";
import { YearStrip } from "../../domain/schedule/YearStrip.tsx";
import { useEvent } from "../../hooks/useEvent.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useClearQueryParams } from "../../hooks/useUrlState.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { toneColor } from "../../ui/badge/Badge.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/Page.tsx";
import { GroupedTable } from "../../ui/table/GroupedTable.tsx";
import type { CellFocus, GroupCell } from "../../ui/table/tableTypes.ts";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import { Kbd, KeyboardHints, MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { formatInstallmentCount as installmentsIn } from "../service-rate/serviceRateText.ts";
import type { ScheduleTotals } from "./filterSchedule.ts";
import { PaymentScheduleEmpty } from "./PaymentScheduleEmpty.tsx";
import {
  PaymentScheduleToolbar,
  scheduleFilterParams,
  useFilteredSchedule,
  useScheduleFilters,
} from "./PaymentScheduleToolbar.tsx";

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

/** What the filters leave, in figures, and the keys; without `sums` as long as nothing is known. */
function PaymentScheduleFooter({ totals, canMarkPaid }: { totals: ScheduleTotals | undefined; canMarkPaid: boolean }) {
  return (
    <>
      {totals && <Totals {...totals} />}
      <KeyboardHints aria-hidden="true">
        {canMarkPaid && (
          <span>
            <Kbd>Space</Kbd> {t("paid")}
          </span>
        )}
        <span>
          <Kbd>←</Kbd> <Kbd>→</Kbd> {t("fold")}
        </span>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t("move")}
        </span>
      </KeyboardHints>
    </>
  );
}

function Totals({ houses, installments, billed, received, open }: ScheduleTotals) {
  return (
    <>
      <span>{[formatHouseCount(houses), installmentsIn(installments)].join(t(", "))}</span>
      <Total>
        <Trans text="Billed {amount}" with={{ amount: renderAmount(billed) }} />
      </Total>
      <Total $good>
        <Trans text="Received {amount}" with={{ amount: renderAmount(received) }} />
      </Total>
      <Total>
        <Trans text="Due {amount}" with={{ amount: renderAmount(open) }} />
      </Total>
    </>
  );
}

function renderAmount(paisa: Paisa) {
  return <Money rupees={toRupees(paisa)} decimals={2} showCurrency strong />;
}

function formatHouseCount(count: number): string {
  return count === 1 ? t("1 house") : t("{count} houses", { count: formatCount(count) });
}

/** A house above its installments: whose it is, its year at a glance, and what is open. */
function renderHouseCells(of: HouseYear, { tabIndex }: CellFocus): readonly GroupCell[] {
  return [
    {
      column: "HouseNo",
      mobileSlot: "title",
      content: <HouseLink house={of.house} category={of.category} tabIndex={tabIndex} />,
    },
    { column: "InstallmentNumber", span: 2, mobileSlot: "title", content: <Owner>{of.owner}</Owner> },
    { column: "DueDate", mobileSlot: "meta", content: <YearStrip months={of.months} /> },
    {
      column: "Amount",
      span: 2,
      mobileSlot: "hidden",
      content: <MetaText>{t("{count} of {due} paid", { count: of.paidCount, due: of.entries.length })}</MetaText>,
    },
    {
      column: "Due",
      align: "end",
      mobileSlot: "amount",
      content: <Money rupees={toRupees(of.dueNow)} decimals={2} strong={of.dueNow > 0} dashIfZero />,
    },
    { column: "Status", span: 2, mobileSlot: "hidden", content: <OverdueText>{describeOverdue(of)}</OverdueText> },
  ];
}

function describeOverdue({ overdueCount, partPaidCount }: HouseYear): string {
  return [
    overdueCount > 0 ? t("{count} overdue", { count: overdueCount }) : "",
    partPaidCount > 0 ? t("{count} part-paid", { count: partPaidCount }) : "",
  ]
    .filter(Boolean)
    .join(t(", "));
}

const Total = styled.span<{ $good?: boolean }>`
  ${({ theme, $good = false }) => css`
    bdi {
      color: ${$good ? theme.color.accent : theme.color.text};
    }
  `}
`;

const Owner = styled.bdi`
  ${typography("strong")}
  display: inline-block;
  max-inline-size: 100%;
  overflow: clip;
  text-overflow: ellipsis;
`;

const OverdueText = styled.span`
  ${typography("metaStrong")}
  color: ${({ theme }) => toneColor(theme, "warn")};
`;
