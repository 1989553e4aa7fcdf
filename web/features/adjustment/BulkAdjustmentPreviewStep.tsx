import { type FormEvent, useMemo, useState } from "react";
import type { BulkAdjustmentPreview } from "../../../shared/endpoints/adjustment.ts";
import { describeError, mayBeDoneText } from "../../api/describeError.ts";
import { isAnswerLost } from "../../api/request.ts";
import { AmountApprovalNote } from "../../domain/approvalNotes.tsx";
import { Balance, formatBalance } from "../../domain/Balance.tsx";
import { formatHouseCount } from "../../domain/counts.ts";
import { plural, t, translateServerMessage } from "../../i18n/t.ts";
import { textColumn } from "../../resource/columns.tsx";
import { type SuccessMessage, showSuccessToast } from "../../resource/showResultToast.ts";
import { Button } from "../../ui/button/Button.tsx";
import { useReportUnsavedInput } from "../../ui/dialog/unsavedInput.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { FormLayout } from "../../ui/form/FormLayout.tsx";
import { Table, TableFrame } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount } from "../../ui/text/Money.tsx";

interface BulkAdjustmentPreviewStepProps {
  preview: BulkAdjustmentPreview;
  /** Whether a house that would get the adjustment was deleted since. */
  isOutdated: boolean;
  isRefund: boolean;
  onAdd: (PlotIDs: readonly number[]) => Promise<SuccessMessage>;
  onBack: () => void;
  onClose: () => void;
}

/** What each house would owe, and which houses are refused; adds the adjustments to the others. */
export function BulkAdjustmentPreviewStep({
  preview,
  isOutdated,
  isRefund,
  onAdd,
  onBack,
  onClose,
}: BulkAdjustmentPreviewStepProps) {
  // The dialog asks before it closes, because the input of the step before would be lost.
  useReportUnsavedInput("editable");
  const { count: acceptedCount, total, houses } = preview;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const rows = useMemo(() => houses.toSorted((a, b) => Number(!a.refusal) - Number(!b.refusal)), [houses]);
  const refusedCount = houses.length - acceptedCount;
  const columns = useMemo(() => buildColumns(refusedCount > 0), [refusedCount]);

  async function handleAdd(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      const acceptedHouses = houses.filter(({ refusal }) => !refusal);
      showSuccessToast(await onAdd(acceptedHouses.map(({ PlotID }) => PlotID)));
      onClose();
    } catch (failure) {
      setError(isAnswerLost(failure) ? mayBeDoneText() : describeError(failure));
      setBusy(false);
    }
  }

  return (
    // A form, so that on phones the dialog keeps the height that it has in the step before.
    <form onSubmit={(event) => void handleAdd(event)}>
      <FormLayout
        columns={1}
        fullWidthButtons={false}
        formError={error}
        busy={busy}
        actions={
          <>
            <Button onClick={onBack}>{t("Back")}</Button>
            <Button type="submit" variant="primary" busy={busy} disabled={acceptedCount === 0 || isOutdated}>
              {plural(acceptedCount, { one: "Create 1 adjustment", other: "Create {count} adjustments" })}
            </Button>
          </>
        }
      >
        {isOutdated && (
          <Callout urgent tone="warn" title={t("A house of this preview was deleted. Go back for a new preview.")} />
        )}
        <p aria-live="polite">
          {t("{houses}, Rs {amount} in total", {
            houses: formatHouseCount(acceptedCount),
            amount: formatAmount(total),
          })}
        </p>
        {refusedCount > 0 && (
          <Callout
            tone="warn"
            title={plural(refusedCount, {
              one: "1 house cannot get the adjustment and is left out",
              other: "{count} houses cannot get the adjustment and are left out",
            })}
          />
        )}
        {isRefund && <AmountApprovalNote limit="Refund" rupees={total} />}
        <TableFrame>
          <Table label={t("Preview")} rows={rows} rowKey={({ PlotID }) => String(PlotID)} columns={columns} />
        </TableFrame>
      </FormLayout>
    </form>
  );
}

type PreviewedHouse = BulkAdjustmentPreview["houses"][number];

function buildColumns(showsRefusals: boolean): readonly Column<PreviewedHouse>[] {
  return [
    {
      key: "HouseNo",
      title: t("House"),
      width: 10,
      mobileSlot: "title",
      render: ({ HouseNo }) => <bdi>{HouseNo}</bdi>,
    },
    textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 1, dropOrder: 1, mobileSlot: "sub" }),
    balanceColumn({ key: "Balance", title: t("Balance now, Rs"), mobileSlot: "hidden" }),
    {
      ...balanceColumn({ key: "BalanceAfter", title: t("Balance after, Rs"), mobileSlot: "amount" }),
      renderMobile: ({ Balance, BalanceAfter }) => (
        <bdi dir="ltr">{[...new Set([Balance, BalanceAfter])].map(formatBalance).join(" → ")}</bdi>
      ),
    },
    ...(showsRefusals ? [refusalColumn()] : []),
  ];
}

function refusalColumn(): Column<PreviewedHouse> {
  return {
    key: "refusal",
    title: t("Problem"),
    width: 20,
    grow: 1,
    mobileSlot: "meta",
    render: ({ refusal }) => refusal && <bdi>{translateServerMessage(refusal)}</bdi>,
  };
}

function balanceColumn({
  key,
  ...column
}: Pick<Column<PreviewedHouse>, "title" | "mobileSlot"> & { key: "Balance" | "BalanceAfter" }): Column<PreviewedHouse> {
  return {
    ...column,
    key,
    width: 14,
    align: "end",
    render: (house) => <Balance rupees={house[key]} />,
  };
}
