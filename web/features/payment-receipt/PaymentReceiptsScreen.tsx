import { useCallback, useMemo, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { societyDayAt } from "../../../shared/dates.ts";
import { isBouncedOrReturned } from "../../../shared/domain/cheques.ts";
import { receiptVoids } from "../../../shared/endpoints/voids.ts";
import { sumRupees } from "../../../shared/money.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { officeName } from "../../../shared/wire.ts";
import { useSession } from "../../api/session.ts";
import { ReceiptChangeApproval, receiptDefaultValues } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { useReceiptToastActions } from "../../domain/receipts/receiptToast.ts";
import { useReceiptMutations } from "../../domain/receipts/useReceiptMutations.tsx";
import { VoidReceiptDialog } from "../../domain/receipts/VoidReceiptDialog.tsx";
import { VoidsProvider } from "../../domain/voids.tsx";
import { serverNow } from "../../hooks/serverClock.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { useReceiptMailStatus } from "../../live/receiptMails.ts";
import { useResource } from "../../live/useResource.ts";
import { useExportAction } from "../../resource/export/ExportButton.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import { RunProgress } from "../../resource/import/RunProgress.tsx";
import { FooterAmount, ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { Kbd } from "../../ui/text/Text.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import { InlineEditContext } from "./InlineEditCell.tsx";
import { InlineEditDialogs } from "./InlineEditDialogs.tsx";
import { ReceiptFormDialog } from "./ReceiptFormDialog.tsx";
import { ReceiptMailProgress } from "./ReceiptMail.tsx";
import { ReceiptsEmptyState } from "./ReceiptsEmptyState.tsx";
import { ReceiptFilters, ReceiptToolbarActions, receiptFilterParams, useReceiptFilters } from "./ReceiptToolbar.tsx";
import { buildReceiptColumns, buildReceiptExportColumns, YearInstallmentsProvider } from "./receiptColumns.tsx";
import { buildInlineEditActions, buildReceiptRowActions } from "./receiptRowActions.ts";
import { useInlineEdit } from "./useInlineEdit.ts";
import { useVoidFromUrl } from "./useVoidFromUrl.ts";

/** The receipts, newest first; added with a shortcut, edited in the row, voided instead of deleted. */
export function PaymentReceiptsScreen() {
  const filters = useReceiptFilters();
  const receipts = useResource(paymentReceipt, filters.requestParams);
  const { rows, status, can, refetch } = receipts;
  const isStaff = useSession()?.user.role.scope === "all";
  const mailStatus = useReceiptMailStatus(isStaff, rows);
  const { showsOnlyVoided } = filters;
  const columns = useMemo(() => buildReceiptColumns({ showsOnlyVoided }), [showsOnlyVoided]);
  const exportColumns = useMemo(() => buildReceiptExportColumns(columns), [columns]);
  const { mutations, dialog: duplicateDialog } = useReceiptMutations(receipts);
  const [prefill, setPrefill] = useState<FormValues>({});
  const defaultValues = useMemo(
    () => ({ ...receiptDefaultValues, PaymentDate: societyDayAt(serverNow()), ...prefill }),
    [prefill],
  );
  // The server marks mailed receipts in the name of the office. Staff see in the progress bar that mails are sent, so
  // highlighting each row too would only distract.
  const getHighlight = useCallback(
    (id: number) => {
      const highlight = receipts.getHighlight(id);
      return isStaff && highlight?.by === officeName ? undefined : highlight;
    },
    [receipts.getHighlight, isStaff],
  );
  const list = useResourceList({
    resource: paymentReceipt,
    source: { ...receipts, ...mutations, getHighlight },
    defaultSort: "-ReceiptNo",
    filterParams: receiptFilterParams,
    matches: filters.matches,
    getName: receiptName,
    getDeleteLabel,
    defaultValues,
    onAdd: handleAdd,
    createParams: ["HouseNo", "AmountPaid"],
    getAfterCreateActions: useReceiptToastActions(can.remove),
  });
  const { visible, editor, highlightedChange, tableProps } = list;

  const container = useRef<HTMLElement>(null);
  const isMobile = useIsMobile();
  const createExportAction = useExportAction();
  const fieldInfo = useMemo(() => new Map(columns.map(({ key, title }) => [key, { label: title }])), [columns]);
  const inlineEdit = useInlineEdit({
    save: (values, base, mergedNote) => editor.save(values, { base, mergedNote, updatedText: t("Receipt updated") }),
    fieldInfo,
    onClose: focusTable,
  });
  const { start, submit, close, openDetails, saveError, base } = inlineEdit;
  // When the right to edit is revoked or the receipt voided, the input moves from the row to a dialog.
  const editedId = inlineEdit.revocation || inlineEdit.deletion ? 0 : inlineEdit.id;
  const inlineEditContext = useMemo(
    () => ({ id: editedId, onSave: () => void submit(), onCancel: close, onEditDetails: openDetails }),
    [editedId, submit, close, openDetails],
  );

  // The edited row stays when a search, a filter or a colleague's change removes it, so that its input stays in view.
  const tableRows = useMemo(() => {
    if (editedId === 0 || !base || visible.some(({ PaymentReceiptID }) => PaymentReceiptID === editedId))
      return visible;
    return [...visible, receipts.getRow(editedId) ?? base];
  }, [visible, editedId, base, receipts.getRow]);

  const { describeLock } = useMonthLock();
  const handleEdit = useEvent((receipt: Receipt) => {
    if (!can.update || receipt.VoidedAt !== null) return;
    const lockedText = describeLock(paymentReceipt, receipt);
    if (lockedText !== undefined) return showToast({ kind: "error", text: lockedText });
    cancelVoidFromUrl();
    if (isMobile) editor.edit(receipt);
    else void start(receipt);
  });

  const cancelVoidFromUrl = useVoidFromUrl({
    canVoid: can.remove,
    getRow: receipts.getRow,
    askVoid: editor.askDelete,
  });
  const handleVoid = useEvent((receipt: Receipt) => {
    cancelVoidFromUrl();
    editor.askDelete(receipt);
  });

  const rowActions = useCallback(
    (receipt: Receipt) => {
      if (receipt.PaymentReceiptID === editedId) return buildInlineEditActions(receipt, { submit, close });
      return buildReceiptRowActions(receipt, {
        lockedText: describeLock(paymentReceipt, receipt),
        createExportAction,
        onEdit: can.update && !showsOnlyVoided ? handleEdit : undefined,
        onVoid: can.remove && !showsOnlyVoided ? handleVoid : undefined,
      });
    },
    [
      showsOnlyVoided,
      can.update,
      can.remove,
      editedId,
      submit,
      close,
      createExportAction,
      handleEdit,
      handleVoid,
      describeLock,
    ],
  );

  const defaultRowState = tableProps.rowState;
  const rowState = useCallback(
    (receipt: Receipt) => {
      if (receipt.PaymentReceiptID !== editedId) return defaultRowState(receipt);
      return saveError === undefined ? undefined : { error: saveError };
    },
    [editedId, saveError, defaultRowState],
  );

  function handleAdd(values: ReadonlyMap<string, string>) {
    cancelVoidFromUrl();
    const amount = Number(values.get("AmountPaid"));
    setPrefill({ HouseNo: values.get("HouseNo") ?? "", ...(amount > 0 ? { AmountPaid: amount } : {}) });
    editor.add();
  }

  function focusTable() {
    container.current?.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true });
  }

  const { formDialog, deleteDialog } = editor;
  const paidSum = useMemo(
    () => sumRupees(visible.map((row) => (isBouncedOrReturned(row) ? 0 : row.AmountPaid))),
    [visible],
  );
  return (
    <ResourceListLayout
      ref={container}
      list={list}
      title={t("Payment Receipt")}
      nouns={t("receipts")}
      searchLabel={t("House, receipt, remark")}
      filters={<ReceiptFilters filters={filters} />}
      actions={
        <ReceiptToolbarActions
          columns={exportColumns}
          exportMenuProps={list.exportMenuProps}
          refetch={refetch}
          mailStatus={mailStatus}
          canSendMail={isStaff && can.update}
          onAdd={can.create ? list.onAdd : undefined}
        />
      }
      progress={
        <>
          <ReceiptMailProgress mailStatus={mailStatus} />
          <RunProgress kind="receipts" />
          {editedId !== 0 && base && (
            <FormProvider {...inlineEdit.form}>
              <ReceiptChangeApproval receipt={base} />
            </FormProvider>
          )}
        </>
      }
    >
      <FormProvider {...inlineEdit.form}>
        <InlineEditContext value={inlineEditContext}>
          <YearInstallmentsProvider year={filters.year}>
            <VoidsProvider resource={paymentReceipt} endpoint={receiptVoids} records={rows}>
              <Table
                {...tableProps}
                rows={tableRows}
                label={t("Payment Receipt")}
                columns={columns}
                rowState={rowState}
                onOpen={handleEdit}
                rowActions={rowActions}
                maxActions={showsOnlyVoided ? 1 : 1 + Number(can.update) + Number(can.remove)}
                announcement={
                  highlightedChange &&
                  t("{name}: {receipt}, {house}", {
                    name: highlightedChange.by,
                    receipt: receiptName(highlightedChange.record),
                    house: highlightedChange.record.HouseNo,
                  })
                }
                empty={<ReceiptsEmptyState list={list} filters={filters} hasFailed={status === "failed"} />}
                footer={
                  status === "loading" && rows.length === 0 ? (
                    t("Loading...")
                  ) : (
                    <ResourceFooter
                      {...list.footerProps}
                      nouns={
                        showsOnlyVoided ? [t("voided receipt"), t("voided receipts")] : [t("receipt"), t("receipts")]
                      }
                      isLoaded
                      editHints={can.update && !showsOnlyVoided && <InlineEditHints />}
                    >
                      <FooterAmount text={showsOnlyVoided ? "Voided {amount}" : "Total {amount}"} rupees={paidSum} />
                      {mailStatus && mailStatus.unsent > 0 && (
                        <span>{t("{count} pending", { count: formatCount(mailStatus.unsent) })}</span>
                      )}
                      {!isMobile && mailStatus?.asFiles && (
                        <span>{t("No mail server is configured: emails are saved as files.")}</span>
                      )}
                    </ResourceFooter>
                  )
                }
              />
            </VoidsProvider>
          </YearInstallmentsProvider>
        </InlineEditContext>
      </FormProvider>
      <ReceiptFormDialog
        {...list.formDialogProps}
        columns={columns}
        currentReceipt={rows.find(({ PaymentReceiptID }) => PaymentReceiptID === formDialog?.record?.PaymentReceiptID)}
      />
      <InlineEditDialogs inlineEdit={inlineEdit} fieldInfo={fieldInfo} />
      {duplicateDialog}
      {deleteDialog && <VoidReceiptDialog editor={editor} receipt={deleteDialog.record} />}
    </ResourceListLayout>
  );
}

function getDeleteLabel(receipt: Receipt): string {
  return t("Void {name}", { name: receiptName(receipt) });
}

function InlineEditHints() {
  return (
    <>
      <span>
        <Kbd>Enter</Kbd> {t("edit, then save")}
      </span>
      <span>
        <Kbd>Esc</Kbd> {t("cancel")}
      </span>
    </>
  );
}
