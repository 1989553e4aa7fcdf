import { type ChangeEvent, useRef, useState } from "react";
import styled from "styled-components";
import { type AttachmentType, maxAttachmentBytes } from "../../shared/attachments.ts";
import { messages } from "../../shared/messages.ts";
import { describeError } from "../api/describeError.ts";
import { fetchFile } from "../api/request.ts";
import { translateMessage } from "../i18n/t.ts";
import { downloadFile } from "../resource/export/downloadFile.ts";
import { IconButton } from "../ui/button/Button.tsx";
import type { CellFocus } from "../ui/table/tableTypes.ts";
import { showToast } from "../ui/toast/Toast.tsx";

/** The types that a file input offers. */
export const attachmentAccept = "application/pdf,image/png,image/jpeg";

/** The body of an upload. Throws for a file that is too large. */
export function toAttachmentBody(file: Blob): Blob {
  if (file.size > maxAttachmentBytes) throw new Error(translateMessage(messages["attachment-too-large"]));
  // The server decides by the content of the file, not by its name or type.
  return new Blob([file], { type: "application/octet-stream" });
}

interface AttachmentButtonsProps {
  /** "" if nothing is attached. */
  type: AttachmentType;
  /** Of the attached file, below /api. */
  path: string;
  downloadLabel: string;
  attachLabel: string;
  /** Uploads a file; nothing can be attached without it. */
  onAttach?: ((body: Blob) => Promise<unknown>) | undefined;
  focus: CellFocus;
}

/** Buttons to download the attached file of a record and to attach one. */
export function AttachmentButtons({ type, path, downloadLabel, attachLabel, onAttach, focus }: AttachmentButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<unknown>) {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    }
    setIsBusy(false);
  }

  async function download() {
    const { name, bytes } = await fetchFile({ path });
    downloadFile({ name, type, bytes });
  }

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // Allows choosing the same file again after it was corrected.
    currentTarget.value = "";
    if (file) void run(async () => onAttach?.(toAttachmentBody(file)));
  }

  return (
    <Buttons>
      {type !== "" && (
        <IconButton
          {...focus}
          icon="download"
          label={downloadLabel}
          disabled={isBusy}
          onClick={() => void run(download)}
        />
      )}
      {onAttach && (
        <>
          <input
            ref={input}
            type="file"
            accept={attachmentAccept}
            hidden
            onClick={(event) => event.stopPropagation()}
            onChange={handleChange}
          />
          <IconButton
            {...focus}
            icon="upload"
            label={attachLabel}
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
