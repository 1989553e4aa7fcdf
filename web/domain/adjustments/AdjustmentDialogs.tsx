import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { reasonBody, voidAdjustment } from "../../../shared/endpoints/adjustment.ts";
import { adjustment, adjustmentKindLabels, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import type { FormValues } from "../../resource/formValues.ts";
import type { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Form } from "../../ui/form/Form.tsx";
import { TextAreaField } from "../../ui/form/FormFields.tsx";
import { AdjustmentFields } from "./AdjustmentFields.tsx";
import type { AdjustmentRecord } from "./adjustmentAmounts.ts";

interface AddAdjustmentDialogProps {
  editor: ReturnType<typeof useResourceEditor<AdjustmentRecord>>;
  defaultValues: FormValues;
  /** The badge of the house that the page sets. */
  house?: ReactNode;
}

/** The form that adds an adjustment. */
export function AddAdjustmentDialog({ editor, defaultValues, house }: AddAdjustmentDialogProps) {
  return (
    <ResourceFormDialog
      editor={editor}
      resource={adjustment}
      columns={[]}
      defaultValues={defaultValues}
      title={t("Add Adjustment")}
      leading={house}
      fields={<AdjustmentFields hasFixedHouse={house !== undefined} />}
      submitLabel={t("Create Adjustment")}
    />
  );
}

interface VoidAdjustmentDialogProps {
  adjustment: AdjustmentRecord;
  open: boolean;
  onClose: () => void;
}

/** Asks for the reason and voids the adjustment. */
export function VoidAdjustmentDialog({ adjustment: row, open, onClose }: VoidAdjustmentDialogProps) {
  const form = useForm({ resolver: zodResolver(reasonBody), defaultValues: { Reason: "" } });
  const formProps = useSubmit({
    form,
    fallbackMessage: t("The adjustment was not voided"),
    send: async (body) => {
      const response = await callEndpoint(voidAdjustment, {
        params: { AdjustmentID: row.AdjustmentID },
        body,
      });
      onClose();
      return response;
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Void {kind} {number}?", { kind: t(adjustmentKindLabels[row.Kind]), number: adjustmentName(row) })}
      description={t("What it changed is undone. The number is not reused, and the adjustment is listed under Voided.")}
      width="s"
    >
      <Form {...formProps} submitLabel={t("Void")} onCancel={onClose} columns={1}>
        <TextAreaField name="Reason" label={t("Reason")} />
      </Form>
    </Dialog>
  );
}
