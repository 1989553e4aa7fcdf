import { type ChangeEvent, useContext, useRef, useState } from "react";
import { useFormState } from "react-hook-form";
import styled from "styled-components";
import { type AttachmentType, maxAttachmentBytes } from "../../shared/attachments.ts";
import { messages } from "../../shared/messages.ts";
import { describeError } from "../api/describeError.ts";
import { fetchFile, isTemporaryError } from "../api/request.ts";
import { useIsMobile } from "../hooks/useIsMobile.ts";
import { t, translateMessage } from "../i18n/t.ts";
import { downloadFile } from "../resource/export/downloadFile.ts";
import { DraftContext } from "../resource/form/formDraft.ts";
import { IconButton } from "../ui/button/Button.tsx";
import { useReportUnsavedInput } from "../ui/dialog/unsavedInput.ts";
import { Field } from "../ui/form/Field.tsx";
import type { CellFocus } from "../ui/table/tableTypes.ts";
import { showToast } from "../ui/toast/Toast.tsx";

/** The types that a file input offers. */
const attachmentAccept = "application/pdf,image/png,image/jpeg";

interface AttachmentFieldProps {
  label: string;
  /** The chosen file. It counts as unsaved input. */
  file: File | undefined;
  onChange: (file: File | undefined) => void;
}

/** The field of a form that chooses a file, or takes a photo on a phone. */
export function AttachmentField({ label, file, onChange }: AttachmentFieldProps) {
  const { isSubmitting } = useFormState();
  const { lostFileName, storeFileName } = useContext(DraftContext);
  useReportUnsavedInput(file && "editable");

  function handleChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = currentTarget.files?.[0];
    storeFileName(chosen?.name);
    onChange(chosen);
  }

  return (
    <Field
      label={label}
      hint={t("JPEG, PNG or PDF, up to 5 MB")}
      {...(lostFileName !== undefined && {
        error: t("{file} was not kept. Choose it again.", { file: lostFileName }),
      })}
      fullWidth
    >
      {(control) => (
        <input {...control} type="file" accept={attachmentAccept} disabled={isSubmitting} onChange={handleChange} />
      )}
    </Field>
  );
}

/**
 * Attaches a file to a record that was just saved. A failure is shown and does not throw, so that the form closes; the
 * file can be attached in the list.
 */
export async function attachChosenFile(file: File, attach: (body: Blob) => Promise<unknown>): Promise<void> {
  try {
    await attach(await toAttachmentBody(file));
  } catch (error) {
    const retry = { label: t("Try again"), onClick: () => void attachChosenFile(file, attach) };
    showToast({
      kind: "error",
      text: t("The file was not attached"),
      detail: describeError(error),
      ...(isTemporaryError(error) && { action: retry }),
    });
  }
}

/** The body of an upload, with a large photo made smaller. Throws for a file that is too large. */
async function toAttachmentBody(chosenFile: File): Promise<Blob> {
  const file = await shrinkPhoto(chosenFile);
  if (file.size > maxAttachmentBytes) throw new Error(translateMessage(messages["attachment-too-large"]));
  // The server decides by the content of the file, not by its name or type.
  return new Blob([file], { type: "application/octet-stream" });
}

/** A photo with more bytes is made smaller before the upload. */
const maxPhotoBytes = 1024 * 1024;
/** The longer edge of a photo that was made smaller. */
const maxEdgePixels = 2000;

/** A large photo as a smaller JPEG, so that it is below the limit; any other file unchanged. */
async function shrinkPhoto(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/") || file.size <= maxPhotoBytes) return file;
  // A file that is no image is sent as it is, and the server says so.
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return file;
  const scale = Math.min(1, maxEdgePixels / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return file;
  // JPEG has no transparency, which would become black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve) => canvas.toBlob((photo) => resolve(photo ?? file), "image/jpeg", 0.85));
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

/** Buttons to download the attached file of a record and to attach one; a card on phones has room for one of them. */
export function AttachmentButtons({ type, path, downloadLabel, attachLabel, onAttach, focus }: AttachmentButtonsProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isMobile = useIsMobile();

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
    if (file) void run(async () => onAttach?.(await toAttachmentBody(file)));
  }

  return (
    <Buttons>
      {type !== "" && (
        <IconButton {...focus} icon="download" label={downloadLabel} busy={isBusy} onClick={() => void run(download)} />
      )}
      {onAttach && !(isMobile && type !== "") && (
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
            busy={isBusy}
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
