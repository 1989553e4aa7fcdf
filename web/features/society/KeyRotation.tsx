import { useState } from "react";
import { rotateKeys } from "../../../shared/endpoints/paper-code.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { type SuccessMessage, showSuccessToast } from "../../resource/showResultToast.ts";
import { Button } from "../../ui/button/Button.tsx";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

/** Makes a new key for the codes on papers, for example when somebody may have copied the database. */
export function KeyRotation() {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  async function handleConfirm() {
    setBusy(true);
    try {
      showSuccessToast(await callEndpoint<SuccessMessage>(rotateKeys));
      setOpen(false);
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    }
    setBusy(false);
  }

  return (
    <>
      <p>{t("The QR codes of receipts, bills, certificates and day closes are signed with a key of this portal.")}</p>
      <div>
        <Button icon="key" onClick={() => setOpen(true)}>
          {t("Make a new key")}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("Make a new key")}
        text={t(
          "Papers that were signed with the present key stay valid. Those signed with the key before it are no longer accepted.",
        )}
        confirmLabel={t("Make a new key")}
        busy={busy}
        onConfirm={() => void handleConfirm()}
      />
    </>
  );
}
