import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import styled from "styled-components";
import type { AnyResource } from "../shared/registry.ts";
import { Problem } from "./lib/request.ts";
import { reasonOf } from "./lib/useResource.ts";
import { ResourceConflict } from "./ResourceConflict.tsx";
import { checkedBy, currentIn, sameValue, type Values, valuesOf, versionOf } from "./resourceValues.ts";
import { Form } from "./ui/Form.tsx";
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
  blank: Values;
  fields: ReactNode;
  note?: ReactNode;
  submitLabel: string;
  oneColumn: boolean;
  /** Saves over `base`. Throws a Problem. */
  onSave: (values: Values, base: Rec | undefined) => Promise<void>;
  onCancel: () => void;
}

/** Adds or edits a record. A refused save leaves everything as typed; a record changed meanwhile is never overwritten unseen. */
export function ResourceForm<Rec extends object>(props: ResourceFormProps<Rec>) {
  const { resource, record, live, changedBy, blank, onSave } = props;
  const [base, setBase] = useState(record);
  const [answered, setAnswered] = useState<Rec>();
  const [changer, setChanger] = useState<{ by: string; version: number }>();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<Values, unknown, Values>({
    defaultValues: base ? valuesOf(resource, { record: base, blank }) : blank,
    resolver: checkedBy(resource),
  });
  const theirs = base && newest([live, answered], versionOf(base));

  // The glow that names the changer is soon over; the form may stay open for long.
  if (changedBy !== undefined && live && changer?.version !== versionOf(live)) {
    setChanger({ by: changedBy, version: versionOf(live) });
  }

  async function handleSubmit(values: Values) {
    setRefusal(undefined);
    try {
      await onSave(values, base);
    } catch (problem) {
      handleRefusal(problem);
    }
  }

  function handleRefusal(problem: unknown) {
    const errors = Object.entries(problem instanceof Problem ? problem.errors : {});
    const own = errors.filter(([name]) => name in blank);
    for (const [name, message] of own) form.setError(name, { message }, { shouldFocus: name === own[0]?.[0] });
    if (own.length === 0) setRefusal(reasonOf(problem));
    if (base && problem instanceof Problem && problem.status === 409) {
      setAnswered(currentIn(problem.data, { resource, base }));
    }
  }

  function handleUseMine() {
    if (!base || !theirs) return;
    const before = valuesOf(resource, { record: base, blank });
    for (const [name, value] of Object.entries(valuesOf(resource, { record: theirs, blank }))) {
      if (sameValue(form.getValues(name), before[name])) form.setValue(name, value);
    }
    rebase(theirs);
  }

  function handleUseTheirs() {
    if (!theirs) return;
    form.reset(valuesOf(resource, { record: theirs, blank }));
    rebase(theirs);
  }

  function rebase(to: Rec) {
    setBase(to);
    setRefusal(undefined);
  }

  const by = theirs && changer?.version === versionOf(theirs) ? changer.by : undefined;
  return (
    <Stack>
      {base && theirs && !form.formState.isSubmitting && (
        <ResourceConflict
          columns={props.columns}
          before={base}
          theirs={theirs}
          by={by}
          onUseMine={handleUseMine}
          onUseTheirs={handleUseTheirs}
        />
      )}
      {props.note}
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        serverError={refusal}
        columns={props.oneColumn ? 1 : 2}
      >
        {props.fields}
      </Form>
    </Stack>
  );
}

/** The latest of the records that are later than `version`. */
function newest<Rec extends object>(records: readonly (Rec | undefined)[], version: number): Rec | undefined {
  let latest: Rec | undefined;
  for (const record of records) {
    if (record && versionOf(record) > (latest ? versionOf(latest) : version)) latest = record;
  }
  return latest;
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;
