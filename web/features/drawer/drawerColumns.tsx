import type { DrawerRecord } from "../../domain/drawers/useOwnDrawer.ts";
import { t } from "../../i18n/t.ts";
import { amountColumn, computedAmountColumn, instantColumn, textColumn } from "../../resource/columns.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";

/** The columns of the list; `withCountColumns` adds those that only closed drawers have. */
export function buildDrawerColumns({
  withCountColumns,
}: {
  withCountColumns: boolean;
}): readonly Column<DrawerRecord>[] {
  return [
    textColumn({ key: "Cashier", title: t("Cashier"), width: 16, grow: 1, mobileSlot: "title" }),
    {
      key: "State",
      title: t("State"),
      width: 14,
      showsRowState: true,
      mobileSlot: "sub",
      render: (row) => <DrawerStatus drawer={row} />,
      sortValue: describeState,
      exportValue: (row) => (row.HandedTo === "" ? describeState(row) : describeHandover(row)),
    },
    instantColumn({ key: "OpenedAt", title: t("Opened"), width: 16, mobileSlot: "meta" }),
    amountColumn({ key: "Float", title: t("Float, Rs"), width: 12, mobileSlot: "hidden" }),
    amountColumn({ key: "Expected", title: t("Expected, Rs"), width: 12, mobileSlot: "amount" }),
    ...(withCountColumns
      ? [
          countColumn("Counted", t("Counted, Rs")),
          countColumn("Difference", t("Difference, Rs")),
          textColumn({ key: "DifferenceReason", title: t("Reason"), width: 12, grow: 1, mobileSlot: "hidden" }),
        ]
      : []),
  ];
}

/** Open, closed, or handed over; amber with a difference. */
export function DrawerStatus({ drawer }: { drawer: DrawerRecord }) {
  const isOpen = drawer.IsClosed === 0;
  const differs = drawer.Difference !== null && drawer.Difference !== 0;
  return (
    <StatusLabel
      icon={isOpen ? "circle-dashed" : differs ? "circle-alert" : "check"}
      tone={isOpen ? "neutral" : differs ? "warn" : "good"}
      title={describeHandover(drawer) || drawer.DifferenceReason}
    >
      {describeState(drawer)}
    </StatusLabel>
  );
}

function describeState({ IsClosed, HandedTo }: DrawerRecord): string {
  if (IsClosed === 0) return t("Open");
  return HandedTo === "" ? t("Closed") : t("Handed over");
}

/** By whom and to whom the drawer was handed over; otherwise "". */
export function describeHandover({ HandedFrom, HandedTo }: DrawerRecord): string {
  const from = HandedFrom && t("Handed over by {name}", { name: HandedFrom });
  const to = HandedTo && t("Handed over to {name}", { name: HandedTo });
  return [from, to].filter(Boolean).join(t(", "));
}

function countColumn(key: "Counted" | "Difference", title: string): Column<DrawerRecord> {
  return computedAmountColumn({ key, title, width: 12, mobileSlot: "hidden" }, ({ [key]: amount }) => amount);
}
