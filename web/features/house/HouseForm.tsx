import { useMemo } from "react";
import type { RecordOf } from "../../../shared/registry.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { say, sayName } from "../../lib/language.ts";
import { PlotFields } from "../../plots/PlotFields.tsx";
import { plotBlank } from "../../plots/plotBlank.ts";
import { plotColumns } from "../../plots/plotColumns.tsx";
import { ResourceForm } from "../../ResourceForm.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Plate } from "../../ui/Plate.tsx";
import type { useResourceEditor } from "../../useResourceEditor.ts";

export type HouseRecord = RecordOf<typeof plot>;

export type HouseEditor = ReturnType<typeof useResourceEditor<HouseRecord>>;

interface HouseFormProps {
  house: HouseRecord;
  editor: HouseEditor;
  /** Who has just changed the house. */
  changedBy: string | undefined;
}

/** The owner's details, as in the register. */
export function HouseForm({ house, editor, changedBy }: HouseFormProps) {
  const { opened, close, save } = editor;
  const columns = useMemo(plotColumns, []);
  if (!opened) return null;
  return (
    <Dialog
      open={opened.open}
      onOpenChange={(open) => !open && close()}
      title={say("Edit {name}", { name: sayName(plot.label) })}
      lead={<Plate house={house.HouseNo} category={house.CategoryName} />}
    >
      <ResourceForm
        key={opened.serial}
        resource={plot}
        columns={columns}
        record={opened.record}
        live={opened.open ? house : undefined}
        changedBy={changedBy}
        blank={plotBlank}
        fields={<PlotFields made />}
        submitLabel={say("Update {label}", { label: sayName(plot.label) })}
        oneColumn={false}
        onSave={save}
        onCancel={close}
      />
    </Dialog>
  );
}
