import { useMemo } from "react";
import type { Day } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { withConcurrentPayment } from "../../domain/receipts/withConcurrentPayment.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { t } from "../../i18n/t.ts";
import { useOpenCreateFromUrl } from "../../resource/useOpenCreateFromUrl.ts";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { HouseAccount } from "./houseAccount.ts";
import type { HouseRecords } from "./useHouseRecords.ts";

interface AddReceiptInput {
  house: PlotRecord;
  records: HouseRecords;
  account: HouseAccount;
  today: Day;
}

/** The form for a receipt of this house, filled with what is open; by its key, its button or the address. */
export function useAddReceipt({ house, records, account, today }: AddReceiptInput) {
  const { create, update, remove, can } = records.receipts;
  const allowed = records.canSeeReceipts && can.create && !records.loading;
  const blank = useMemo(
    () => ({
      HouseNo: house.HouseNo,
      AmountPaid: account.dueNow > 0 ? toRupees(account.dueNow) : undefined,
      PaymentDate: today,
      PaymentMethod: "Cash",
      Remarks: "",
    }),
    [house.HouseNo, account.dueNow, today],
  );
  const list = { create: (body: unknown) => create(body).then(withConcurrentPayment, showFailure), update, remove };
  const editor = useResourceEditor({ resource: paymentReceipt, list, defaultValues: blank });
  useShortcut("n", editor.add, allowed);
  useOpenCreateFromUrl({ openForm: () => editor.add(), canCreate: allowed });
  return { editor, defaultValues: blank, openForm: allowed ? editor.add : undefined };
}

/** The reason stands in the form. */
function showFailure(problem: unknown): never {
  showToast({ kind: "error", text: t("Error adding receipt") });
  throw problem;
}
