import { useState } from "react";
import { resetUserTotp } from "../../../shared/endpoints/auth.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { ConfirmDialog } from "../../ui/dialog/ConfirmDialog.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

interface ResetTwoFactorProps {
  user: { UserID: number; FullName: string };
}

/** Turns off two-factor authentication for a user who has lost the phone and the recovery codes. */
export function ResetTwoFactor({ user: { UserID, FullName } }: ResetTwoFactorProps) {
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);

  async function handleConfirm() {
    setBusy(true);
    try {
      const { message = "" } = await callEndpoint(resetUserTotp, { params: { UserID } });
      showToast({ kind: "success", text: message });
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    }
    setBusy(false);
    setConfirming(false);
  }

  return (
    <div>
      <Button variant="danger" icon="shield" onClick={() => setConfirming(true)}>
        {t("Turn off two-factor authentication")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t("Turn off two-factor authentication of {name}?", { name: FullName })}
        text={t("Do this only if you are sure who is asking. The user is signed out and then signs in without a code.")}
        confirmLabel={t("Turn off")}
        busy={busy}
        onConfirm={() => void handleConfirm()}
      />
    </div>
  );
}
