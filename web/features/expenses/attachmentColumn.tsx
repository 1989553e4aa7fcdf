import { readAttachment, replaceAttachment } from "../../../shared/endpoints/expense-attachment.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { AttachmentButtons } from "../../domain/attachments.tsx";
import { t } from "../../i18n/t.ts";
import type { CellFocus, Column } from "../../ui/table/tableTypes.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

export type ExpenseRecord = RecordOf<typeof expenses>;

/** Buttons to download the attached voucher of an expense and to attach one. */
export function attachmentColumn(): Column<ExpenseRecord> {
  return {
    key: "Attachment",
    title: t("Attachment"),
    width: 10,
    mobileSlot: "action",
    render: (expense, focus) => <AttachmentCell expense={expense} focus={focus} />,
    exportValue: ({ AttachmentType }) => (AttachmentType === "" ? "" : t("Yes")),
  };
}

function AttachmentCell({ expense, focus }: { expense: ExpenseRecord; focus: CellFocus }) {
  const { ExpenseID, ExpenseTitle: name, AttachmentType } = expense;
  const canAttach = useCanAttach();

  return (
    <AttachmentButtons
      type={AttachmentType}
      path={readAttachment.path.replace(":ExpenseID", String(ExpenseID))}
      downloadLabel={t("Download the attachment of {name}", { name })}
      attachLabel={t("Attach a file to {name}", { name })}
      onAttach={canAttach ? (body) => attachVoucher(expense, body) : undefined}
      focus={focus}
    />
  );
}

/** Whether the user may attach vouchers, which is a change of the expense. */
export function useCanAttach(): boolean {
  return useCan(expenses.guards.update.page, "CanUpdate");
}

/** Uploads the voucher of an expense, in place of an earlier one. */
export async function attachVoucher({ ExpenseID, ExpenseTitle: name }: ExpenseRecord, body: Blob): Promise<void> {
  await callEndpoint(replaceAttachment, { params: { ExpenseID }, body });
  showToast({ kind: "success", text: t("File attached to {name}", { name }) });
}
