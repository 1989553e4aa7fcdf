import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import styled from "styled-components";
import type { AnyResource } from "../shared/registry.ts";
import { ChangedMeanwhile } from "./conflict/ChangedMeanwhile.tsx";
import { ConflictDialog } from "./conflict/ConflictDialog.tsx";
import { savedAlong } from "./conflict/savedAlong.ts";
import { saveMerged } from "./conflict/saveMerged.ts";
import { useClash } from "./conflict/useClash.ts";
import { WithdrawnNote } from "./conflict/WithdrawnNote.tsx";
import { EditedBy } from "./EditedBy.tsx";
import { useFormOpen } from "./lib/openForms.ts";
import { Problem } from "./lib/request.ts";
import { reasonOf } from "./lib/useResource.ts";
import { useWithdrawal } from "./lib/withdrawn.ts";
import { checkedBy, idOf, type Values, valuesOf, versionOf } from "./resourceValues.ts";
import { Form } from "./ui/Form.tsx";
import type { FieldsTold } from "./ui/FormControl.ts";
import type { Column } from "./ui/TableTypes.ts";

interface ResourceFormProps<Rec extends object> {
  resource: AnyResource;
  columns: readonly Column<Rec>[];
  /** What is edited, as it was when the form was opened; undefined for a new one. */
  record: Rec | undefined;
  /** The same as it is known now. */
  live: Rec | undefined;
  /** Who has just changed it. */
  changedBy: string | undefined;
  /** What the record is called where its title says nothing to people. */
  name?: string;
  blank: Values;
  fields: ReactNode;
  note?: ReactNode;
  submitLabel: string;
  oneColumn?: boolean;
  /** Saves over `base`; `along` says what of somebody else's is saved too. Throws a Problem. */
  onSave: (values: Values, base: Rec | undefined, along?: string) => Promise<void>;
  onCancel: () => void;
}

/**
 * Adds or edits a record. A refused save leaves everything as typed, and so does a right that is withdrawn meanwhile; what
 * somebody else changed meanwhile is never overwritten unseen.
 */
export function ResourceForm<Rec extends object>(props: ResourceFormProps<Rec>) {
  const { resource, record, live, changedBy, blank, onSave } = props;
  const [base, setBase] = useState(record);
  const [changer, setChanger] = useState<{ by: string; version: number }>();
  const [refusal, setRefusal] = useState<string>();
  const [told] = useState<FieldsTold>(() => new Map());
  const { asked, ask, settle } = useClash<Rec>();
  const withdrawal = useWithdrawal(resource, record ? "update" : "create");
  const form = useForm<Values, unknown, Values>({
    defaultValues: base ? valuesOf(resource, { record: base, blank }) : blank,
    resolver: checkedBy(resource),
  });
  const newer = base && live && !withdrawal && versionOf(live) > versionOf(base) ? live : undefined;
  useFormOpen();

  // The glow that names the changer is soon over; the form may stay open for long.
  if (changedBy !== undefined && live && changer?.version !== versionOf(live)) {
    setChanger({ by: changedBy, version: versionOf(live) });
  }

  async function handleSubmit(values: Values) {
    setRefusal(undefined);
    try {
      if (!base) return await onSave(values, undefined);
      await saveMerged({
        resource,
        blank,
        values,
        base,
        ask,
        save: (merged, over, along) => onSave(merged, over, along && savedAlong(along, told)),
        onMerged: handleMerged,
      });
    } catch (problem) {
      handleRefusal(problem);
    }
  }

  function handleMerged(values: Values, over: Rec) {
    for (const name of Object.keys(blank)) form.setValue(name, values[name]);
    setBase(over);
  }

  function handleRefusal(problem: unknown) {
    const errors = Object.entries(problem instanceof Problem ? problem.errors : {});
    const own = errors.filter(([name]) => name in blank);
    for (const [name, message] of own) form.setError(name, { message }, { shouldFocus: name === own[0]?.[0] });
    if (own.length === 0) setRefusal(reasonOf(problem));
  }

  return (
    <Stack>
      {withdrawal && <WithdrawnNote withdrawal={withdrawal} />}
      {base && newer && !form.formState.isSubmitting && (
        <ChangedMeanwhile
          columns={props.columns}
          before={base}
          now={newer}
          by={changer?.version === versionOf(newer) ? changer.by : undefined}
        />
      )}
      {base && <EditedBy resource={resource.name} id={idOf(resource, base)} />}
      {props.note}
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        serverError={refusal}
        columns={props.oneColumn ? 1 : 2}
        locked={withdrawal !== undefined}
        told={told}
      >
        {props.fields}
      </Form>
      {asked && (
        <ConflictDialog
          key={asked.serial}
          resource={resource}
          clash={asked.clash}
          told={told}
          name={props.name}
          open={asked.open}
          onSettle={settle}
        />
      )}
    </Stack>
  );
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;
