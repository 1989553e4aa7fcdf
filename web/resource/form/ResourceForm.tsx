import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import styled from "styled-components";
import type { AnyResource } from "../../../shared/registry.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { useEditors, usePublishEditing } from "../../live/presence.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { type FieldInfoMap, Form } from "../../ui/form/Form.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { ConcurrentChangesNotice } from "../conflict/ConcurrentChangesNotice.tsx";
import { ConflictDialog } from "../conflict/ConflictDialog.tsx";
import { describeMergedFromOthers, saveMerged } from "../conflict/saveMerged.ts";
import { useMergeConflict } from "../conflict/useMergeConflict.ts";
import { type FormValues, idOf, resourceResolver, toFormValues, versionOf } from "../formValues.ts";
import { useMarkFormOpen } from "./openForms.ts";
import { RevokedNotice } from "./RevokedNotice.tsx";
import { useRevocation } from "./useRevocation.ts";

interface ResourceFormProps<Rec extends object> {
  resource: AnyResource;
  columns: readonly Column<Rec>[];
  /** The record as it was when the form was opened; undefined for a new one. */
  record: Rec | undefined;
  /** The current version of the record. */
  latest: Rec | undefined;
  /** The user who has just changed it. */
  changedBy: string | undefined;
  /** Names a record whose title field means nothing to people. */
  recordName?: string;
  defaultValues: FormValues;
  fields: ReactNode;
  notice?: ReactNode;
  submitLabel: string;
  oneColumn?: boolean;
  /** Saves over `base`; `mergedNote` describes the changes by others that are kept. Throws an ApiError. */
  onSave: (values: FormValues, base: Rec | undefined, along?: string) => Promise<void>;
  onCancel: () => void;
}

/**
 * Adds or edits a record. A failed save or a revoked right keeps the input. Changes by others are never overwritten unseen.
 */
export function ResourceForm<Rec extends object>(props: ResourceFormProps<Rec>) {
  const { resource, record, latest, changedBy, defaultValues, onSave } = props;
  const [base, setBase] = useState(record);
  const [changer, setChanger] = useState<{ by: string; version: number }>();
  const [refusal, setRefusal] = useState<string>();
  const [told] = useState<FieldInfoMap>(() => new Map());
  const { pending, openConflict, resolveConflict } = useMergeConflict<Rec>();
  const withdrawal = useRevocation(resource, record ? "update" : "create");
  const form = useForm<FormValues, unknown, FormValues>({
    defaultValues: base ? toFormValues(resource, { record: base, defaultValues }) : defaultValues,
    resolver: resourceResolver(resource),
  });
  const newer = base && latest && !withdrawal && versionOf(latest) > versionOf(base) ? latest : undefined;
  useMarkFormOpen();

  // The highlight with the name fades, but the form may stay open.
  if (changedBy !== undefined && latest && changer?.version !== versionOf(latest)) {
    setChanger({ by: changedBy, version: versionOf(latest) });
  }

  async function handleSubmit(values: FormValues) {
    setRefusal(undefined);
    try {
      if (!base) return await onSave(values, undefined);
      await saveMerged({
        resource,
        defaultValues,
        values,
        base,
        resolveConflict: openConflict,
        save: (merged, over, along) => onSave(merged, over, along && describeMergedFromOthers(along, told)),
        onMerged: handleMerged,
      });
    } catch (problem) {
      handleRefusal(problem);
    }
  }

  function handleMerged(values: FormValues, over: Rec) {
    for (const name of Object.keys(defaultValues)) form.setValue(name, values[name]);
    setBase(over);
  }

  function handleRefusal(problem: unknown) {
    const errors = Object.entries(problem instanceof ApiError ? problem.errors : {});
    const own = errors.filter(([name]) => name in defaultValues);
    for (const [name, message] of own) form.setError(name, { message }, { shouldFocus: name === own[0]?.[0] });
    if (own.length === 0) setRefusal(describeError(problem));
  }

  return (
    <Stack>
      {withdrawal && <RevokedNotice revocation={withdrawal} />}
      {base && newer && !form.formState.isSubmitting && (
        <ConcurrentChangesNotice
          columns={props.columns}
          before={base}
          now={newer}
          changedBy={changer?.version === versionOf(newer) ? changer.by : undefined}
        />
      )}
      {base && <ConcurrentEditNotice resource={resource.name} id={idOf(resource, base)} />}
      {props.notice}
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        serverError={refusal}
        columns={props.oneColumn ? 1 : 2}
        locked={withdrawal !== undefined}
        fieldInfo={told}
      >
        {props.fields}
      </Form>
      {pending && (
        <ConflictDialog
          key={pending.serial}
          resource={resource}
          conflict={pending.conflict}
          fieldInfo={told}
          recordName={props.recordName}
          open={pending.open}
          onResolve={resolveConflict}
        />
      )}
    </Stack>
  );
}

const Stack = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.l};
`;

interface ConcurrentEditNoticeProps {
  resource: string;
  id: number;
}

/** Publishes that the record is open here, and warns when another user has it open too. */
function ConcurrentEditNotice({ resource, id }: ConcurrentEditNoticeProps) {
  usePublishEditing(resource, id);
  const editor = useEditors(resource)(id);
  if (!editor) return null;
  return (
    <Callout title={t("{name} is editing this", editor)}>
      {t("If you both change the same field, the one who saves second chooses which value to keep.")}
    </Callout>
  );
}
