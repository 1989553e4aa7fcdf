import type { ReactNode } from "react";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import { voidAdjustment } from "../../../shared/endpoints/adjustment.ts";
import { adjustment, adjustmentKindLabels, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { ReasonDialog } from "../../resource/form/FormDialog.tsx";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import type { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { AmountApprovalNote } from "../approvalNotes.tsx";
import { AdjustmentFields } from "./AdjustmentFields.tsx";

interface AddAdjustmentDialogProps {
  editor: ReturnType<typeof useResourceEditor<AdjustmentRecord>>;
  defaultValues: FormValues;
  /** For a page that sets the house: its badge, shown instead of the house field. */
  houseBadge?: ReactNode;
}

/** The form that adds an adjustment. */
export function AddAdjustmentDialog({ editor, defaultValues, houseBadge }: AddAdjustmentDialogProps) {
  return (
    <ResourceFormDialog
      editor={editor}
      resource={adjustment}
      columns={[]}
      defaultValues={defaultValues}
      title={t("Add Adjustment")}
      leading={houseBadge}
      newRecordKey={[defaultValues.PlotID, defaultValues.PaymentScheduleID].join(" ")}
      fields={<AdjustmentFields hasFixedHouse={houseBadge !== undefined} />}
      submitLabel={t("Create Adjustment")}
    />
  );
}

/** Asks for the reason and voids the adjustment of the editor's `deleteDialog`. */
export function VoidAdjustmentDialog({ editor }: Pick<AddAdjustmentDialogProps, "editor">) {
  const { deleteDialog, cancelDelete } = editor;
  return (
    deleteDialog && (
      <VoidReasonDialog
        key={deleteDialog.dialogKey}
        row={deleteDialog.record}
        open={deleteDialog.open}
        onClose={cancelDelete}
      />
    )
  );
}

function VoidReasonDialog({ row, open, onClose }: { row: AdjustmentRecord; open: boolean; onClose: () => void }) {
  const { describeLock } = useMonthLock();
  return (
    <ReasonDialog
      open={open}
      title={t("Void {kind} {number}?", { kind: t(adjustmentKindLabels[row.Kind]), number: adjustmentName(row) })}
      description={t("What it changed is undone. The number is not reused, and the adjustment is listed under Voided.")}
      width="s"
      notice={<AmountApprovalNote limit="Void" rupees={Math.abs(row.Amount)} />}
      lockedText={describeLock(adjustment, row)}
      submitLabel={t("Void")}
      send={(body, idempotencyKey) =>
        callEndpoint(voidAdjustment, { params: { AdjustmentID: row.AdjustmentID }, body, idempotencyKey })
      }
      onClose={onClose}
    />
  );
}
