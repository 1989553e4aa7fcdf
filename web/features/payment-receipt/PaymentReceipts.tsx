import { useCallback, useMemo, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { societyToday } from "../../../shared/dates.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ApiError } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { saveReceiptPdf } from "../../domain/receipts/saveReceiptPdf.ts";
import { withConcurrentPayment } from "../../domain/receipts/withConcurrentPayment.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { useClearQueryParams, useUrlState } from "../../hooks/useUrlState.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { plural, t, translateName } from "../../i18n/t.ts";
import { useEditors } from "../../live/presence.ts";
import { type ReceiptMailStatus, useReceiptMailStatus } from "../../live/receiptMails.ts";
import { useResource } from "../../live/useResource.ts";
import { useExport } from "../../resource/export/useExport.ts";
import { ImportProgress } from "../../resource/import/ImportProgress.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { useOpenCreateFromUrl } from "../../resource/useOpenCreateFromUrl.ts";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { HiddenHeading, TabContent } from "../../ui/layout/Page.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import { Kbd, KeyboardHints } from "../../ui/text/Text.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import {
  DeleteReceiptDialog,
  noPrefill,
  parsePrefill,
  prefillParams,
  ReceiptFormDialog,
  receiptDefaultValues,
} from "./ReceiptDialogs.tsx";
import { ReceiptMailProgress } from "./ReceiptMail.tsx";
import {
  type Receipt,
  ReceiptActions,
  ReceiptToolbar,
  receiptFilterParams,
  useReceiptFilters,
} from "./ReceiptToolbar.tsx";
import { buildReceiptColumns, SettledInstallmentsProvider } from "./receiptColumns.tsx";
import { InlineEditContext, InlineEditDialogs, useInlineEdit } from "./useInlineEdit.tsx";

/** What houses have paid, newest first: entered by the key, changed in the row, voided rather than lost. */
export function PaymentReceipts() {
  const failed = t("Failed to load payment receipts");
  const asked = useReceiptFilters();
  const list = useResource(paymentReceipt, asked.params);
  const { rows, status, error, can, refetch } = list;
  const [sort, setSort] = useUrlState("sort", "-ReceiptNo", "replace");
  const columns = useMemo(buildReceiptColumns, []);
  const filters = useClearQueryParams(receiptFilterParams);
  const frame = useRef<HTMLElement>(null);
  const phone = useIsMobile();
  const [given, setGiven] = useState(noPrefill);
  const defaultValues = useMemo(
    () => ({ ...receiptDefaultValues, PaymentDate: societyToday(new Date()), ...given }),
    [given],
  );
  const editor = useResourceEditor({ resource: paymentReceipt, mutations: withErrorToasts(list), defaultValues });
  const exporting = useExport();
  const fieldInfo = useMemo(() => new Map(columns.map(({ key, title }) => [key, { label: title }])), [columns]);
  const editing = useInlineEdit({ save: editor.save, fieldInfo, onClose: focusTable });
  const { start: handleStart, submit: handleSave, close: handleCancel } = editing;
  // A right that went while somebody types leaves no row to type in: the form is kept in a dialog.
  const editedId = editing.revocation ? 0 : editing.id;

  const staff = useSession()?.user.role.scope === "all";
  const getHighlight = useCallback(
    (id: number) => {
      const lit = list.getHighlight(id);
      return staff && lit?.by === systemActor ? undefined : lit;
    },
    [list.getHighlight, staff],
  );
  const mails = useReceiptMailStatus(staff, rows);

  const shown = useMemo(() => rows.filter(asked.matches), [rows, asked.matches]);
  const cells = useMemo(
    () => ({ id: editedId, onSave: () => void handleSave(), onCancel: handleCancel }),
    [editedId, handleSave, handleCancel],
  );

  const handleEdit = useEvent((receipt: Receipt) => {
    if (!can.update || receipt.VoidedAt !== null) return;
    if (phone) editor.edit(receipt);
    else void handleStart(receipt);
  });

  const handlePdf = useEvent((receipt: Receipt) => {
    void exporting.run(receiptName(receipt), () => saveReceiptPdf(receipt));
  });

  const { askDelete: handleAsk } = editor;
  const rowActions = useMemo(() => {
    return (receipt: Receipt): readonly RowAction[] => {
      const name = receiptName(receipt);
      if (receipt.PaymentReceiptID === editedId)
        return [
          { key: "save", label: t("Save {name}", { name }), icon: "check", onPress: () => void handleSave() },
          { key: "cancel", label: t("Cancel changes of {name}", { name }), icon: "x", onPress: handleCancel },
        ];
      const edit: RowAction = {
        key: "edit",
        label: t("Edit {name}", { name }),
        icon: "pencil",
        onPress: () => handleEdit(receipt),
      };
      const remove: RowAction = {
        key: "delete",
        label: t("Delete {name}", { name }),
        icon: "trash",
        danger: true,
        onPress: () => handleAsk(receipt),
      };
      const pdf: RowAction = {
        key: "pdf",
        label: t("PDF of {name}", { name }),
        icon: "download",
        onPress: () => handlePdf(receipt),
      };
      if (asked.voided) return [pdf];
      return [pdf, ...(can.update ? [edit] : []), ...(can.remove ? [remove] : [])];
    };
  }, [asked.voided, can.update, can.remove, editedId, handleSave, handleCancel, handleEdit, handleAsk, handlePdf]);

  const { refusal } = editing;
  const editorOf = useEditors(paymentReceipt.name);
  const rowState = useCallback(
    ({ PaymentReceiptID: id }: Receipt) => {
      if (id !== editedId) return { highlight: getHighlight(id), editing: editorOf(id) };
      return refusal === undefined ? undefined : { error: refusal };
    },
    [editedId, refusal, getHighlight, editorOf],
  );
  useShortcut("n", handleAdd, can.create);
  useOpenCreateFromUrl({ openForm: handleAddFor, canCreate: can.create, fields: prefillParams });

  function handleAdd() {
    setGiven(noPrefill);
    editor.add();
  }

  function handleAddFor(values: ReadonlyMap<string, string>) {
    setGiven(parsePrefill(values));
    editor.add();
  }

  function focusTable() {
    frame.current?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
  }

  function handleClear() {
    asked.setText("");
    filters.clear();
  }

  const lit = shown.find(({ PaymentReceiptID }) => getHighlight(PaymentReceiptID));
  const litBy = lit && getHighlight(lit.PaymentReceiptID)?.by;
  const { opened, deleting: asking } = editor;
  const live = rows.find(({ PaymentReceiptID }) => PaymentReceiptID === opened?.record?.PaymentReceiptID);
  return (
    <TabContent ref={frame} aria-label={t("Payment Receipt")}>
      <HiddenHeading>{t("Payment Receipt")}</HiddenHeading>
      <ReceiptToolbar filters={asked}>
        <ReceiptActions
          {...{ list, columns, shown, sort, mails }}
          canSendMail={staff && can.update}
          onAdd={handleAdd}
        />
      </ReceiptToolbar>
      <ReceiptMailProgress mails={mails} />
      <ImportProgress name="receipts" />
      <StaleDataNotice error={error} hasData={rows.length > 0} onRetry={refetch} />
      <FormProvider {...editing.form}>
        <InlineEditContext value={cells}>
          <SettledInstallmentsProvider year={asked.year}>
            <Table
              label={t("Payment Receipt")}
              rows={shown}
              rowKey={keyOf}
              columns={columns}
              sort={sort}
              onSort={setSort}
              rowState={rowState}
              onOpen={handleEdit}
              rowActions={rowActions}
              maxActions={asked.voided ? 1 : 1 + Number(can.update) + Number(can.remove)}
              loading={status === "loading"}
              announcement={
                lit && litBy
                  ? t("{name}: {receipt}, {house}", {
                      name: translateName(litBy),
                      receipt: receiptName(lit),
                      house: lit.HouseNo,
                    })
                  : undefined
              }
              empty={
                <ResourceEmptyState
                  error={status === "failed" ? failed : undefined}
                  onRetry={refetch}
                  onClearFilters={filters.hasAny || asked.text !== "" ? handleClear : undefined}
                  title={t("No receipts found.")}
                  noMatchesTitle={t("No receipts found.")}
                  text={t("Its money settles the oldest open installments of the house.")}
                  addLabel={t("Add Receipt")}
                  onAdd={can.create ? handleAdd : undefined}
                />
              }
              footer={
                status === "loading" && rows.length === 0 ? (
                  t("Loading...")
                ) : (
                  <ReceiptFooter shown={shown} total={rows.length} voided={asked.voided} can={can} mails={mails} />
                )
              }
            />
          </SettledInstallmentsProvider>
        </InlineEditContext>
      </FormProvider>
      <ReceiptFormDialog
        editor={editor}
        list={{ rows, getHighlight }}
        columns={columns}
        defaultValues={defaultValues}
        latest={live}
      />
      <InlineEditDialogs inlineEdit={editing} fieldInfo={fieldInfo} />
      {asking && <DeleteReceiptDialog editor={editor} receipt={asking.record} />}
    </TabContent>
  );
}

/** Whose hand it was where nobody's was: mails going out one by one are no change to follow. Residents read it of the staff. */
const systemActor = "Office";

function keyOf({ PaymentReceiptID }: Receipt): string {
  return String(PaymentReceiptID);
}

interface ReceiptFooterProps {
  shown: readonly Receipt[];
  total: number;
  voided: boolean;
  can: { create: boolean; update: boolean };
  mails: ReceiptMailStatus | undefined;
}

/** How many receipts are in sight, what they come to, and the keys. */
function ReceiptFooter({ shown, total, voided, can, mails }: ReceiptFooterProps) {
  const noun = getNoun({ voided, total });
  const count = formatCount(total);
  const sum = toRupees(sumPaisa(shown.map(({ AmountPaid }) => toPaisa(AmountPaid))));
  return (
    <>
      <span>
        {shown.length === total
          ? t("{count} {noun}", { count, noun })
          : t("{shown} of {count} {noun}", { shown: formatCount(shown.length), count, noun })}
      </span>
      <span>
        <Trans
          text={voided ? "Voided {amount}" : "Received {amount}"}
          with={{ amount: <Money rupees={sum} decimals={2} showCurrency strong /> }}
        />
      </span>
      {mails && mails.unsent > 0 && <span>{t("{count} to be mailed", { count: formatCount(mails.unsent) })}</span>}
      {mails?.asFiles && <span>{t("No mail server is set: mails are written as files")}</span>}
      <KeyboardHints aria-hidden="true">
        {can.update && !voided && (
          <>
            <span>
              <Kbd>Enter</Kbd> {t("edit, then save")}
            </span>
            <span>
              <Kbd>Esc</Kbd> {t("cancel")}
            </span>
          </>
        )}
        {can.create && (
          <span>
            <Kbd>n</Kbd> {t("add")}
          </span>
        )}
      </KeyboardHints>
    </>
  );
}

function getNoun({ voided, total }: Pick<ReceiptFooterProps, "voided" | "total">): string {
  if (voided) return plural(total, { one: "voided receipt", other: "voided receipts" });
  return plural(total, { one: "receipt", other: "receipts" });
}

interface ReceiptMutations {
  create: (body: unknown) => Promise<{ message: string; data: Receipt }>;
  update: (record: Receipt, patch: Partial<Receipt>) => Promise<{ message: string; data: Receipt }>;
  remove: (record: Receipt) => Promise<string>;
}

/** The same saves, each telling when it fails; the reason shows where the save was asked for. */
function withErrorToasts({ create, update, remove }: ReceiptMutations): ReceiptMutations {
  return {
    create: (body) => create(body).then(withConcurrentPayment, showErrorToast(t("Error adding receipt"))),
    update: (record, patch) => update(record, patch).catch(showErrorToast(t("Error updating receipt"))),
    remove: (record) => remove(record).catch(showErrorToast(t("Error deleting receipt"))),
  };
}

function showErrorToast(text: string) {
  return (problem: unknown): never => {
    // A change of a colleague's in between is taken in, or asked about.
    if (!(problem instanceof ApiError && problem.concurrentEdits)) showToast({ kind: "error", text });
    throw problem;
  };
}
