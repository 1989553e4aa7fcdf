import { useState } from "react";
import { ExportMenu } from "../../ExportMenu.tsx";
import { useImportDialog } from "../../import/useImportDialog.tsx";
import { say } from "../../lib/language.ts";
import type { MailState } from "../../lib/mails.ts";
import { Button } from "../../ui/Button.tsx";
import { PageAction } from "../../ui/PageAction.tsx";
import type { Column } from "../../ui/TableTypes.ts";
import { showToast } from "../../ui/Toast.tsx";
import type { Receipt } from "./ReceiptFilter.ts";
import { isMailable, useReceiptMailing } from "./ReceiptMailing.ts";

interface ReceiptToolsProps {
  list: { may: { create: boolean }; again: () => Promise<boolean> };
  columns: readonly Column<Receipt>[];
  shown: readonly Receipt[];
  sort: string;
  mails: MailState | undefined;
  mayMail: boolean;
  onAdd: () => void;
}

/** What can be done with the whole list: taken out and in, read again, mailed, added to. */
export function ReceiptTools({ list, columns, shown, sort, mails, mayMail, onAdd }: ReceiptToolsProps) {
  const [reading, setReading] = useState(false);
  const importing = useImportDialog("receipts");
  const mailing = useReceiptMailing();

  async function handleRefresh() {
    setReading(true);
    const came = await list.again();
    setReading(false);
    showToast(
      came
        ? { kind: "success", text: say("Successfully Refreshed") }
        : { kind: "error", text: say("Failed to load payment receipts") },
    );
  }

  return (
    <>
      <ExportMenu
        name={say("Payment Receipts")}
        file="payment-receipt"
        columns={columns}
        rows={() => shown}
        sort={sort}
        empty={shown.length === 0}
        onImport={importing.may ? importing.ask : undefined}
      />
      {importing.dialog}
      <Button icon="refresh" iconOnPhone busy={reading} onClick={() => void handleRefresh()}>
        {say("Refresh")}
      </Button>
      {mayMail && (
        <Button
          icon="mails"
          iconOnPhone
          busy={mailing.asking}
          disabled={mails === undefined || !isMailable(mails)}
          onClick={() => void mailing.send()}
        >
          {say("Send All Pending Emails")}
        </Button>
      )}
      {list.may.create && (
        <PageAction>
          <Button variant="primary" icon="plus" iconOnPhone kbd="n" onClick={onAdd}>
            {say("Add Receipt")}
          </Button>
        </PageAction>
      )}
    </>
  );
}
