import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { verifyEmail } from "../../../shared/endpoints/auth.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError, callEndpoint, isAnswerLost } from "../../api/request.ts";
import { AuthPage, ExpiredLink, HelpText, TextLink } from "../../domain/AuthPage.tsx";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

/**
 * Confirms the email address of a sign-up. A link in an email opens this page and works once. Confirming takes a click,
 * because programs that check mails open their links.
 */
export function VerifyEmail() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const [isExpired, setExpired] = useState(token === "");
  const [isBusy, setBusy] = useState(false);

  async function handleConfirm() {
    setBusy(true);
    try {
      const { message } = await callEndpoint<{ message: string }>(verifyEmail, { body: { token } });
      showToast({ kind: "success", text: message });
      navigate("/login", { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.errors.token !== undefined) setExpired(true);
      else showToast({ kind: "error", text: isAnswerLost(error) ? lostAnswerText() : describeError(error) });
    }
    setBusy(false);
  }

  return (
    <AuthPage title={t("Confirm your email address")}>
      {isExpired ? (
        <ExpiredLink>{t("A link works once, within 3 days.")}</ExpiredLink>
      ) : (
        <>
          <HelpText>{t("Confirm only if you have created an account on this portal yourself.")}</HelpText>
          <Button variant="primary" busy={isBusy} onClick={() => void handleConfirm()}>
            {t("Confirm")}
          </Button>
        </>
      )}
      <HelpText>
        <TextLink to="/login">{t("Back to login")}</TextLink>
      </HelpText>
    </AuthPage>
  );
}

function lostAnswerText(): string {
  return t("No answer came, so the address may be confirmed already. Try again: if the link does not work, it is.");
}
