import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import styled from "styled-components";
import type { AnyResource } from "../../../shared/registry.ts";
import { describeError, describeUnanswered, mayBeDoneText } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { useConnectionState } from "../../live/connection.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useGetEditor, usePublishEditing } from "../../live/presence.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { type FieldInfoMap, Form } from "../../ui/form/Form.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { ConcurrentChangesNotice } from "../conflict/ConcurrentChangesNotice.tsx";
import { ConflictDialog } from "../conflict/ConflictDialog.tsx";
import { describeMergedFromOthers, saveMerged } from "../conflict/saveMerged.ts";
import { useMergeConflict } from "../conflict/useMergeConflict.ts";
import { asVersionOf, createResourceResolver, type FormValues, idOf, toFormValues, versionOf } from "../formValues.ts";
import type { SaveTarget } from "../useResourceEditor.ts";
import { DeletedNotice, useDeletion } from "./deletion.tsx";
import { DraftContext, useFormDraft } from "./formDraft.ts";
import { LockNotice } from "./LockNotice.tsx";
import { useMarkFormOpen } from "./openForms.ts";
import { RevokedNotice, useRevocation } from "./revocation.tsx";
import { textOfUnanswered, useIdempotentSend } from "./useIdempotentSend.ts";

interface ResourceFormProps<Rec extends object> {
  resource: AnyResource;
  columns: readonly Column<Rec>[];
  /** The record as it was when the form was opened; undefined for a new one. */
  record: Rec | undefined;
  /** The record as it is now; undefined for a new or deleted one, and while the dialog closes. */
  currentRecord: Rec | undefined;
  /** The user who has just changed the record. */
  changedBy: string | undefined;
  /** The name of a record whose title field does not identify it to users. */
  recordName?: string;
  /** What a new record is for, such as its house: what was typed for one house is not filled in for another. */
  newRecordKey?: string;
  defaultValues: FormValues;
  fields: ReactNode;
  notice?: ReactNode;
  submitLabel: string;
  oneColumn: boolean;
  /** False while the dialog closes. */
  isOpen: boolean;
  /** Throws an ApiError. */
  onSave: (values: FormValues, target: SaveTarget<Rec>) => Promise<void>;
  onCancel: () => void;
}

/**
 * Adds or edits a record. The input is kept when a save fails or the permission is revoked. Changes by others are
 * merged or shown before they are overwritten.
 */
export function ResourceForm<Rec extends object>(props: ResourceFormProps<Rec>) {
  const { resource, record, currentRecord, changedBy, defaultValues, onSave } = props;
  const [base, setBase] = useState(record);
  const [lastChange, setLastChange] = useState<{ by: string; version: number }>();
  const connection = useConnectionState();
  const [formError, setFormError] = useState<string>();
  /** The text of values that may have been saved; see textOfUnanswered. */
  const [unansweredText, setUnansweredText] = useState<string>();
  const [fieldInfo] = useState<FieldInfoMap>(() => new Map());
  const { pending, openConflict, resolveConflict } = useMergeConflict<Rec>();
  const deletion = useDeletion(resource, base);
  const revocation = useRevocation(resource, record ? "update" : "create");
  const form = useForm<FormValues, unknown, FormValues>({
    defaultValues: base ? toFormValues(resource, { record: base, defaultValues }) : defaultValues,
    resolver: createResourceResolver(resource),
  });
  const { describeLock } = useMonthLock();
  const recordLock = base && describeLock(resource, base);
  const dateFields = listDateFields(resource);
  const typedDates = form.watch(dateFields);
  const lockedText =
    recordLock ??
    describeLock(resource, Object.fromEntries(dateFields.map((name, index) => [name, typedDates[index]])));
  const newer =
    base && currentRecord && !revocation && versionOf(currentRecord) > versionOf(base) ? currentRecord : undefined;
  useMarkFormOpen();
  const draft = useFormDraft({
    form,
    formKey: `${resource.name}:${record ? idOf(resource, record) : `new ${props.newRecordKey ?? ""}`}`,
    isOpen: props.isOpen,
    fieldInfo,
    base,
    // The typed values belong to this version: changes by others since then are merged on saving.
    onBaseRestored: (stored) => setBase((record && asVersionOf(stored, { resource, base: record })) ?? record),
  });
  const createOnce = useIdempotentSend(draft.sent);

  // Stored, because `changedBy` becomes undefined when the highlight ends, while the form may stay open.
  if (changedBy !== undefined && currentRecord && lastChange?.version !== versionOf(currentRecord)) {
    setLastChange({ by: changedBy, version: versionOf(currentRecord) });
  }

  async function handleSubmit(values: FormValues) {
    try {
      if (!base) {
        // Converted to JSON and back, as values restored after a reload are: the server accepts only the same bytes under
        // the same key.
        const storedValues: FormValues = JSON.parse(JSON.stringify(values));
        await createOnce(storedValues, (idempotencyKey, sentValues) => onSave(sentValues, { idempotencyKey }));
      } else {
        const isSaved = await saveMerged({
          resource,
          defaultValues,
          values,
          base,
          resolveConflict: openConflict,
          save: (mergedValues, newBase, mergedFromOthers) =>
            onSave(mergedValues, {
              base: newBase,
              mergedNote: mergedFromOthers && describeMergedFromOthers(mergedFromOthers, fieldInfo),
            }),
          onMerged: handleMerged,
        });
        if (!isSaved) return;
      }
      draft.discard();
      setFormError(undefined);
    } catch (error) {
      handleSaveError(error, values);
    }
  }

  function handleMerged(values: FormValues, newBase: Rec) {
    for (const name of Object.keys(defaultValues)) form.setValue(name, values[name]);
    setBase(newBase);
  }

  function handleSaveError(error: unknown, values: FormValues) {
    const errors = Object.entries(error instanceof ApiError ? error.errors : {});
    const fieldErrors = errors.filter(([name]) => name in defaultValues);
    for (const [name, message] of fieldErrors)
      form.setError(name, { message }, { shouldFocus: name === fieldErrors[0]?.[0] });
    setFormError(fieldErrors.length === 0 ? describeError(error) : undefined);
    setUnansweredText((earlier) => textOfUnanswered(values, { error, earlier }));
  }

  return (
    <Stack>
      {revocation && <RevokedNotice revocation={revocation} />}
      {deletion && <DeletedNotice deletion={deletion} />}
      {base && newer && !form.formState.isSubmitting && (
        <ConcurrentChangesNotice
          columns={props.columns}
          opened={base}
          current={newer}
          changedBy={lastChange?.version === versionOf(newer) ? lastChange.by : undefined}
        />
      )}
      {base && <ConcurrentEditNotice resource={resource.name} id={idOf(resource, base)} />}
      {draft.isRestored && (
        <Callout title={t("What you typed here and did not save is filled in again")}>
          {draft.sentAt !== undefined && describeUnanswered(draft.sentAt)}
        </Callout>
      )}
      {props.notice}
      <LockNotice text={recordLock} />
      <Form
        form={form}
        onSubmit={handleSubmit}
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        formError={formError}
        errorHint={unansweredText !== undefined ? describeLostSave(connection.kind === "live") : undefined}
        columns={props.oneColumn ? 1 : 2}
        locked={revocation !== undefined || deletion !== undefined || recordLock !== undefined}
        submitDisabled={lockedText !== undefined}
        fieldInfo={fieldInfo}
      >
        <DraftContext value={draft.state}>{props.fields}</DraftContext>
      </Form>
      {recordLock === undefined && <LockNotice text={lockedText} canChooseDate />}
      {pending && (
        <ConflictDialog
          key={pending.dialogKey}
          resource={resource}
          conflict={pending.conflict}
          fieldInfo={fieldInfo}
          recordName={props.recordName}
          open={pending.open}
          onResolve={resolveConflict}
        />
      )}
    </Stack>
  );
}

function describeLostSave(isConnected: boolean): string {
  return isConnected
    ? mayBeDoneText()
    : t(
        "There is no connection, and this may be saved already. What you typed stays here: save it again when the header shows Live. It is saved only once.",
      );
}

/** The fields whose dates decide which months the record belongs to. */
function listDateFields({ monthLock }: AnyResource): string[] {
  if (!monthLock) return [];
  const { dayFields, monthFields } = monthLock;
  return [...dayFields, ...(monthFields ? [monthFields.year, monthFields.month] : [])];
}

/** Not a grid, in which a sticky notice would stay in its row. */
const Stack = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${({ theme }) => theme.space.l};
`;

interface ConcurrentEditNoticeProps {
  resource: string;
  id: number;
}

/** Publishes that the record is open here, and warns when another user has it open too. */
function ConcurrentEditNotice({ resource, id }: ConcurrentEditNoticeProps) {
  usePublishEditing(resource, id);
  const editor = useGetEditor(resource)(id);
  if (!editor) return null;
  return (
    <Callout title={t("{name} is editing this", editor)}>
      {t("If you both change the same field, the one who saves second chooses which value to keep.")}
    </Callout>
  );
}
