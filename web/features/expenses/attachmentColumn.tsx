import { type ChangeEvent, useRef, useState } from "react";
import styled from "styled-components";
import { maxAttachmentBytes, readAttachment, replaceAttachment } from "../../../shared/endpoints/expense-attachment.ts";
import { messages } from "../../../shared/messages.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint, requestFile } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { downloadFile } from "../../resource/export/downloadFile.ts";
import { IconButton } from "../../ui/button/Button.tsx";
import type { CellFocus, Column } from "../../ui/table/tableTypes.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

type ExpenseRecord = RecordOf<typeof expenses>;

/** Buttons to download the attached voucher of an expense and to attach one. */
export function attachmentColumn(): Column<ExpenseRecord> {
  return {
    key: "Attachment",
    title: t("Attachment"),
    width: 11,
    mobileSlot: "action",
    render: (expense, focus) => <AttachmentCell expense={expense} focus={focus} />,
    exportValue: ({ AttachmentType }) => (AttachmentType === "" ? "" : t("Yes")),
  };
}

function AttachmentCell({ expense, focus }: { expense: ExpenseRecord; focus: CellFocus }) {
  const { ExpenseID, ExpenseTitle, AttachmentType } = expense;
  const canUpdate = useCan(expenses.guards.update.page, "CanUpdate");
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<void>) {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    }
    setIsBusy(false);
  }

  async function download() {
    const { name, bytes } = await requestFile(readAttachment.path.replace(":ExpenseID", String(ExpenseID)));
    downloadFile({ name, type: AttachmentType, bytes });
  }

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // Allows choosing the same file again after it was corrected.
    currentTarget.value = "";
    if (!file) return;
    if (file.size > maxAttachmentBytes)
      return showToast({ kind: "error", text: translateMessage(messages["attachment-too-large"]) });
    void run(async () => {
      // The server decides by the content of the file, not by its name or type.
      const body = new Blob([file], { type: "application/octet-stream" });
      await callEndpoint(replaceAttachment, { params: { ExpenseID }, body });
      showToast({ kind: "success", text: t("File attached to {name}", { name: ExpenseTitle }) });
    });
  }

  return (
    <Buttons>
      {AttachmentType !== "" && (
        <IconButton
          {...focus}
          icon="download"
          label={t("Download the attachment of {name}", { name: ExpenseTitle })}
          disabled={isBusy}
          onClick={() => void run(download)}
        />
      )}
      {canUpdate && (
        <>
          <input
            ref={input}
            type="file"
            accept="application/pdf,image/png,image/jpeg"
            hidden
            onClick={(event) => event.stopPropagation()}
            onChange={handleChange}
          />
          <IconButton
            {...focus}
            icon="upload"
            label={t("Attach a file to {name}", { name: ExpenseTitle })}
            disabled={isBusy}
            onClick={() => input.current?.click()}
          />
        </>
      )}
    </Buttons>
  );
}

const Buttons = styled.span`
  display: inline-flex;
`;
