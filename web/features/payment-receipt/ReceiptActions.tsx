import { useState } from "react";
import { t } from "../../i18n/t.ts";
import type { ReceiptMailStatus } from "../../live/receiptMails.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { useImportDialog } from "../../resource/import/useImportDialog.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { PageAction } from "../../ui/layout/PageAction.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { Receipt } from "./useReceiptFilters.ts";
import { hasUnsentMail, useSendEmails } from "./useSendEmails.ts";

interface ReceiptActionsProps {
  list: { can: { create: boolean }; refetch: () => Promise<boolean> };
  columns: readonly Column<Receipt>[];
  shown: readonly Receipt[];
  sort: string;
  mails: ReceiptMailStatus | undefined;
  canSendMail: boolean;
  onAdd: () => void;
}

/** What can be done with the whole list: taken out and in, read again, mailed, added to. */
export function ReceiptActions({ list, columns, shown, sort, mails, canSendMail, onAdd }: ReceiptActionsProps) {
  const [reading, setReading] = useState(false);
  const importing = useImportDialog("receipts");
  const mailing = useSendEmails();

  async function handleRefresh() {
    setReading(true);
    const came = await list.refetch();
    setReading(false);
    showToast(
      came
        ? { kind: "success", text: t("Successfully Refreshed") }
        : { kind: "error", text: t("Failed to load payment receipts") },
    );
  }

  return (
    <>
      <ExportMenu
        name={t("Payment Receipts")}
        fileName="payment-receipt"
        columns={columns}
        getRows={() => shown}
        sort={sort}
        isEmpty={shown.length === 0}
        onImport={importing.canImport ? importing.openDialog : undefined}
      />
      {importing.dialog}
      <Button icon="refresh" iconOnlyOnMobile busy={reading} onClick={() => void handleRefresh()}>
        {t("Refresh")}
      </Button>
      {canSendMail && (
        <Button
          icon="mails"
          iconOnlyOnMobile
          busy={mailing.isSending}
          disabled={mails === undefined || !hasUnsentMail(mails)}
          onClick={() => void mailing.send()}
        >
          {t("Send All Pending Emails")}
        </Button>
      )}
      {list.can.create && (
        <PageAction>
          <Button variant="primary" icon="plus" iconOnlyOnMobile shortcut="n" onClick={onAdd}>
            {t("Add Receipt")}
          </Button>
        </PageAction>
      )}
    </>
  );
}
