import { useMemo } from "react";
import styled, { css } from "styled-components";
import { cashBookKindLabels } from "../../../shared/domain/cash-book.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { drawerMovement } from "../../../shared/resources/drawer-movement.ts";
import { describeClosedDrawer } from "../../domain/drawers/CloseDrawerDialog.tsx";
import { buildDrawerAmounts } from "../../domain/drawers/drawerAmounts.tsx";
import type { DrawerRecord } from "../../domain/drawers/useOwnDrawer.ts";
import { formatClockTime } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { amountColumn, textColumn } from "../../resource/columns.tsx";
import { PageDialog } from "../../resource/PageDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Table, TableFrame } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount, Money } from "../../ui/text/Money.tsx";
import { DrawerStatus, describeHandover } from "./drawerColumns.tsx";

type Movement = RecordOf<typeof drawerMovement>;

interface DrawerDialogProps {
  drawer: DrawerRecord;
  /** The drawer left the list of open drawers while the dialog was open; `drawer` is as it was before. */
  wasClosedMeanwhile: boolean;
  onClose: () => void;
}

/** The sums and the count of a drawer, and its movements, newest first. */
export function DrawerDialog({ drawer, wasClosedMeanwhile, onClose }: DrawerDialogProps) {
  const { DrawerID, Cashier, Denominations, Counted, Difference, DifferenceReason, ClosedBy } = drawer;
  const { rows, status, error, refetch } = useResource(drawerMovement, { drawer: DrawerID });
  const movements = useMemo(() => rows.toSorted((a, b) => b.DrawerMovementID - a.DrawerMovementID), [rows]);
  const columns = useMemo(buildColumns, []);
  const handover = describeHandover(drawer);
  const countedDenominations = Denominations.map(
    ({ Denomination, Count }) => `${Count} × ${formatAmount(Denomination, 0)}`,
  );
  return (
    <PageDialog
      open
      width="l"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Drawer of {name}", { name: Cashier })}
      description={wasClosedMeanwhile ? describeClosedDrawer() : <DrawerStatus drawer={drawer} />}
    >
      <Content>
        <AmountList
          rows={[
            ...buildDrawerAmounts(drawer),
            ...(Counted === null || Difference === null
              ? []
              : [
                  {
                    key: "counted",
                    label: t("Counted by {name}", { name: ClosedBy }),
                    amount: <Money rupees={Counted} />,
                  },
                  { key: "difference", label: t("Difference"), amount: <Money rupees={Difference} strong /> },
                ]),
          ]}
        />
        {countedDenominations.length > 0 && <bdi dir="ltr">{countedDenominations.join(", ")}</bdi>}
        {handover !== "" && <bdi>{handover}</bdi>}
        {DifferenceReason !== "" && <bdi>{DifferenceReason}</bdi>}
        <TableFrame>
          <Table
            label={t("Drawer movements")}
            columns={columns}
            rows={movements}
            rowKey={({ DrawerMovementID }) => String(DrawerMovementID)}
            loading={status === "loading"}
            empty={<ResourceEmptyState error={error} onRetry={refetch} title={t("Nothing yet.")} />}
          />
        </TableFrame>
      </Content>
    </PageDialog>
  );
}

function buildColumns(): readonly Column<Movement>[] {
  return [
    {
      key: "At",
      title: t("Time"),
      width: 8,
      mobileSlot: "meta",
      render: ({ At }) => <bdi dir="ltr">{formatClockTime(new Date(At))}</bdi>,
    },
    { key: "Kind", title: t("Kind"), width: 17, mobileSlot: "sub", render: describeMovement },
    textColumn({ key: "No", title: t("Number"), width: 9, mobileSlot: "meta" }),
    textColumn({ key: "Text", title: t("Description"), width: 18, grow: 1, mobileSlot: "title" }),
    { key: "Method", title: t("Method"), width: 13, mobileSlot: "hidden", render: ({ Method }) => t(Method) },
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 13, mobileSlot: "amount" }),
  ];
}

/** `Receipt`, `Receipt, changed`, `Receipt, voided`. */
function describeMovement({ Kind, Action }: Movement): string {
  const kind = t(cashBookKindLabels[Kind]);
  if (Action === "added") return kind;
  return Action === "changed" ? t("{kind}, changed", { kind }) : t("{kind}, voided", { kind });
}

const Content = styled.div`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.m};
    padding-block-end: ${theme.space.l};
  `}
`;
