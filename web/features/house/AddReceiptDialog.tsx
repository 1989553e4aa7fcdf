import { type ReactNode, useMemo } from "react";
import type { Day } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { ReceiptFields, receiptDefaultValues } from "../../domain/receipts/ReceiptFields.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { useReceiptToastActions } from "../../domain/receipts/receiptToast.ts";
import { useReceiptMutations } from "../../domain/receipts/useReceiptMutations.tsx";
import { VoidReceiptDialog } from "../../domain/receipts/VoidReceiptDialog.tsx";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { t } from "../../i18n/t.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import { useOpenCreateFromUrl } from "../../resource/useOpenCreateFromUrl.ts";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import type { HouseAccount } from "./houseAccount.ts";
import type { HouseRecords } from "./useHouseRecords.ts";

interface AddReceiptDialogProps {
  house: PlotRecord;
  editor: ReturnType<typeof useResourceEditor<Receipt>>;
  defaultValues: FormValues;
  /** Asks before the same payment is recorded twice. */
  duplicateDialog: ReactNode;
}

/** The form that adds a receipt for this house, and the dialog that voids it again. */
export function AddReceiptDialog({ house, editor, defaultValues, duplicateDialog }: AddReceiptDialogProps) {
  return (
    <>
      <ResourceFormDialog
        editor={editor}
        resource={paymentReceipt}
        columns={[]}
        defaultValues={defaultValues}
        title={t("Add Receipt")}
        leading={<HouseBadge houseNo={house.HouseNo} category={house.CategoryName} />}
        newRecordKey={house.HouseNo}
        fields={<ReceiptFields hasFixedHouse />}
        initialField="AmountPaid"
        submitLabel={t("Create Receipt")}
      />
      {duplicateDialog}
      {editor.deleteDialog && <VoidReceiptDialog editor={editor} receipt={editor.deleteDialog.record} />}
    </>
  );
}

interface AddReceiptInput {
  house: PlotRecord;
  records: HouseRecords;
  account: HouseAccount;
  today: Day;
}

/**
 * The props of AddReceiptDialog and the function that opens it, which is undefined without the right to add a receipt.
 * The shortcut and the URL open it too. The amount defaults to what is due.
 */
export function useAddReceipt({ house, records, account, today }: AddReceiptInput) {
  const canAdd = records.canSeeReceipts && records.receipts.can.create && !records.isLoading;
  const defaultValues = useMemo(
    () => ({
      ...receiptDefaultValues,
      HouseNo: house.HouseNo,
      AmountPaid: account.dueNow > 0 ? toRupees(account.dueNow) : undefined,
      PaymentDate: today,
    }),
    [house.HouseNo, account.dueNow, today],
  );
  const { mutations, dialog: duplicateDialog } = useReceiptMutations(records.receipts);
  const editor = useResourceEditor({
    resource: paymentReceipt,
    mutations,
    defaultValues,
    getName: receiptName,
    getAfterCreateActions: useReceiptToastActions(records.receipts.can.remove),
  });
  useShortcut("n", editor.add, canAdd);
  useOpenCreateFromUrl({ openForm: () => editor.add(), canCreate: canAdd });
  return { editor, defaultValues, duplicateDialog, openForm: canAdd ? editor.add : undefined };
}
