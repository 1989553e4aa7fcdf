import type { ComponentProps, ReactNode } from "react";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { idOf } from "../formValues.ts";
import type { useResourceEditor } from "../useResourceEditor.ts";
import { ResourceForm } from "./ResourceForm.tsx";

type FormProps<Rec extends object> = ComponentProps<typeof ResourceForm<Rec>>;

interface ResourceFormDialogProps<Rec extends object>
  extends Omit<
    FormProps<Rec>,
    "record" | "currentRecord" | "changedBy" | "oneColumn" | "isOpen" | "onSave" | "onCancel"
  > {
  editor: Pick<ReturnType<typeof useResourceEditor<Rec>>, "formDialog" | "close" | "save">;
  /** The live records, from which the form learns of changes by others. */
  list?: { rows: readonly Rec[]; getHighlight: (id: number) => { by: string } | undefined };
  title: string;
  /** Before the title, for example the badge of the house. */
  leading?: ReactNode;
  /** The name of the field that gets the focus, with its text selected; without it the first one. */
  initialField?: string | undefined;
}

/** The dialog with the form for the record that is added or edited, if any. */
export function ResourceFormDialog<Rec extends object>({
  editor,
  list,
  title,
  leading,
  initialField,
  ...form
}: ResourceFormDialogProps<Rec>) {
  const { formDialog, close, save } = editor;
  if (!formDialog) return null;
  const { record, open, dialogKey } = formDialog;
  const id = record ? idOf(form.resource, record) : 0;
  const oneColumn = Object.keys(form.defaultValues).length <= 2;
  const currentRecord = list?.rows.find((row) => idOf(form.resource, row) === id);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      leading={leading}
      width={oneColumn ? "s" : "m"}
      initialField={initialField}
    >
      <ResourceForm
        key={dialogKey}
        {...form}
        oneColumn={oneColumn}
        isOpen={open}
        record={record}
        currentRecord={open ? currentRecord : undefined}
        changedBy={currentRecord && list?.getHighlight(id)?.by}
        onSave={(values, target) => save(values, target, dialogKey)}
        onCancel={close}
      />
    </Dialog>
  );
}
