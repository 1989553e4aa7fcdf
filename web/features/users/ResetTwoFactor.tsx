import { resetUserTotp } from "../../../shared/endpoints/auth.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { ConfirmedCallButton } from "../../resource/ConfirmedCallButton.tsx";

interface ResetTwoFactorProps {
  user: { UserID: number; FullName: string };
}

/** Turns off two-factor authentication for a user who has lost the phone and the recovery codes. */
export function ResetTwoFactor({ user: { UserID, FullName } }: ResetTwoFactorProps) {
  return (
    <div>
      <ConfirmedCallButton
        variant="danger"
        icon="shield"
        title={t("Turn off two-factor authentication of {name}?", { name: FullName })}
        text={t("Do this only if you are sure who is asking. The user is signed out and then signs in without a code.")}
        confirmLabel={t("Turn off")}
        call={() => callEndpoint(resetUserTotp, { params: { UserID } })}
      >
        {t("Turn off two-factor authentication")}
      </ConfirmedCallButton>
    </div>
  );
}
