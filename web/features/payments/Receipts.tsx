import { useCallback, useMemo, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { societyToday } from "../../../shared/dates.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ImportProgress } from "../../import/ImportProgress.tsx";
import { t, translateName } from "../../lib/language.ts";
import { useReceiptMailStatus } from "../../lib/mails.ts";
import { useEditors } from "../../lib/presence.ts";
import { useSession } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmptyState } from "../../ResourceEmpty.tsx";
import { StaleDataNotice } from "../../StaleNote.tsx";
import { saveReceiptPdf } from "../../saveReceipt.ts";
import { Table } from "../../ui/Table.tsx";
import type { RowAction } from "../../ui/TableTypes.ts";
import { HiddenHeading, TabContent } from "../../ui/TabScreen.tsx";
import { useEvent } from "../../ui/useHandler.ts";
import { useIsMobile } from "../../ui/usePhone.ts";
import { useOpenCreateFromUrl } from "../../useAskedToAdd.ts";
import { useClearQueryParams } from "../../useClearUrl.ts";
import { useExport } from "../../useExporting.ts";
import { useResourceEditor } from "../../useResourceEditor.ts";
import { noPrefill, parsePrefill, prefillParams, receiptDefaultValues } from "./ReceiptBlank.ts";
import { buildReceiptColumns } from "./ReceiptColumns.tsx";
import { DeleteReceiptDialog } from "./ReceiptDelete.tsx";
import { InlineEditContext, useInlineEdit } from "./ReceiptEditing.ts";
import { type Receipt, receiptFilterParams, useReceiptFilters } from "./ReceiptFilter.ts";
import { ReceiptFooter } from "./ReceiptFooter.tsx";
import { ReceiptFormDialog } from "./ReceiptForm.tsx";
import { ReceiptMailProgress } from "./ReceiptProgress.tsx";
import { InlineEditDialogs } from "./ReceiptRowDialogs.tsx";
import { withErrorToasts } from "./ReceiptSaving.ts";
import { SettledInstallmentsProvider } from "./ReceiptSettles.tsx";
import { ReceiptToolbar } from "./ReceiptToolbar.tsx";
import { ReceiptActions } from "./ReceiptTools.tsx";

/** What houses have paid, newest first: entered by the key, changed in the row, voided rather than lost. */
export function PaymentReceipts() {
  const failed = t("Failed to load payment receipts");
  const asked = useReceiptFilters();
  const list = useResource(paymentReceipt, asked.params);
  const { rows, status, error, can, refetch } = list;
  const [sort, setSort] = useUrlState("sort", "-ReceiptNo", "typed");
  const columns = useMemo(buildReceiptColumns, []);
  const filters = useClearQueryParams(receiptFilterParams);
  const frame = useRef<HTMLElement>(null);
  const phone = useIsMobile();
  const [given, setGiven] = useState(noPrefill);
  const defaultValues = useMemo(
    () => ({ ...receiptDefaultValues, PaymentDate: societyToday(new Date()), ...given }),
    [given],
  );
  const editor = useResourceEditor({ resource: paymentReceipt, list: withErrorToasts(list), defaultValues });
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
                  add={can.create ? { label: t("Add Receipt"), onAdd: handleAdd } : undefined}
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
