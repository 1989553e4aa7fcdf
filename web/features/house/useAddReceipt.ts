import { useMemo } from "react";
import type { Day } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { paymentReceipt } from "../../../shared/resources/payment-receipt.ts";
import { withPayer } from "../../conflict/withPayer.ts";
import { say } from "../../lib/language.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { useAskedToAdd } from "../../useAskedToAdd.ts";
import { useResourceEditor } from "../../useResourceEditor.ts";
import type { Account } from "./houseAccount.ts";
import type { HouseBooks } from "./useHouseBooks.ts";

interface AddReceiptInput {
  house: PlotRecord;
  books: HouseBooks;
  account: Account;
  today: Day;
}

/** The form for a receipt of this house, filled with what is open; by its key, its button or the address. */
export function useAddReceipt({ house, books, account, today }: AddReceiptInput) {
  const { create, update, remove, may } = books.receipts;
  const allowed = books.seesReceipts && may.create && !books.loading;
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
  const list = { create: (body: unknown) => create(body).then(withPayer, tellFailed), update, remove };
  const editor = useResourceEditor({ resource: paymentReceipt, list, blank });
  useShortcut("n", editor.add, allowed);
  useAskedToAdd({ add: () => editor.add(), may: allowed });
  return { editor, blank, add: allowed ? editor.add : undefined };
}

/** The reason stands in the form. */
function tellFailed(problem: unknown): never {
  showToast({ kind: "error", text: say("Error adding receipt") });
  throw problem;
}
