import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import styled, { css } from "styled-components";
import { encode } from "uqr";
import {
  confirmTotp,
  removeTotp,
  removeTotpBody,
  startTotpEnrolment,
  totpCodeBody,
} from "../../../shared/endpoints/auth.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { t } from "../../i18n/t.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { Button, ButtonRow } from "../../ui/button/Button.tsx";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { PasswordField, TextField } from "../../ui/form/FormFields.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

interface TwoFactorProps {
  isOn: boolean;
  /** The user's role requires it, and it is not on yet. */
  isRequired: boolean;
}

/** Turns the user's two-factor authentication on and off. */
export function TwoFactor({ isOn, isRequired }: TwoFactorProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const [isTurningOff, setTurningOff] = useState(false);
  const [busy, setBusy] = useState(false);

  async function handleStart() {
    setBusy(true);
    try {
      setEnrolment((await callEndpoint<{ data: Enrolment }>(startTotpEnrolment)).data);
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    }
    setBusy(false);
  }

  return (
    <>
      {isRequired && (
        <Callout tone="warn" title={t("Your role requires two-factor authentication")}>
          {t("Turn it on to continue.")}
        </Callout>
      )}
      <Explanation>
        {isOn
          ? t("It is on: you sign in with your password and a code of your authenticator app.")
          : t(
              "It is off. When it is on, you sign in with your password and a code that an app on your phone shows, such as Google Authenticator.",
            )}
      </Explanation>
      {isOn ? (
        <Button variant="danger" onClick={() => setTurningOff(true)}>
          {t("Turn off")}
        </Button>
      ) : (
        <Button variant="primary" busy={busy} onClick={() => void handleStart()}>
          {t("Turn on")}
        </Button>
      )}
      {enrolment && (
        <EnrolDialog enrolment={enrolment} onConfirmed={setRecoveryCodes} onClose={() => setEnrolment(undefined)} />
      )}
      {recoveryCodes && <RecoveryCodesDialog codes={recoveryCodes} onClose={() => setRecoveryCodes(undefined)} />}
      {isTurningOff && <TurnOffDialog onClose={() => setTurningOff(false)} />}
    </>
  );
}

/** What the authenticator app needs. */
interface Enrolment {
  /** The key, to be typed. */
  secret: string;
  /** `otpauth://…` with the key, to be scanned as a QR code. */
  uri: string;
}

interface EnrolDialogProps {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the secret for the app and asks for the app's first code; the server answers with the recovery codes. */
function EnrolDialog({ enrolment: { secret, uri }, onConfirmed, onClose }: EnrolDialogProps) {
  const form = useForm({ resolver: zodResolver(totpCodeBody), defaultValues: { code: "" } });
  return (
    <FormDialog
      form={form}
      fallbackMessage={t("Two-factor authentication was not turned on")}
      lostAnswerMessage={t(
        "No answer came, so it may be on already. Load the page again: if it is on, turn it off and on again for the recovery codes.",
      )}
      send={async (body) => {
        const response = await callEndpoint<{ data: { recoveryCodes: string[] }; message?: string }>(confirmTotp, {
          body,
        });
        onConfirmed(response.data.recoveryCodes);
        return response;
      }}
      onClose={onClose}
      title={t("Turn on two-factor authentication")}
      description={t("Scan the code with your authenticator app, then enter the six digits that it shows.")}
      notice={
        <>
          <QrCode text={uri} label={t("QR code for the authenticator app")} />
          <Secret>
            {t("Or enter this key:")} <code dir="ltr">{secret.match(/.{1,4}/g)?.join(" ")}</code>
          </Secret>
        </>
      }
      submitLabel={t("Turn on")}
    >
      <TextField name="code" label={t("Code")} autoComplete="one-time-code" />
    </FormDialog>
  );
}

/** A QR code of the text. Always dark on light, because many apps cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <Code viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </Code>
  );
}

const Code = styled.svg`
  ${({ theme }) => css`
    display: block;
    inline-size: min(14rem, 100%);
    margin-inline: auto;
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.field};
  `}
`;

/** Shows the recovery codes, once. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      showToast({ kind: "success", text: t("Codes copied") });
    } catch {
      showToast({ kind: "error", text: t("Copying failed. Select the codes and copy them.") });
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Your recovery codes")}
      description={t(
        "Keep them in a safe place, because they are shown only once. Each replaces a code of the app once, for example if you lose the phone.",
      )}
    >
      <CodeList dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </CodeList>
      <ButtonRow>
        <Button icon="copy" onClick={() => void handleCopy()}>
          {t("Copy codes")}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t("I have saved them")}
        </Button>
      </ButtonRow>
    </Dialog>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(removeTotpBody), defaultValues: { password: "" } });

  return (
    <FormDialog
      form={form}
      fallbackMessage={t("Two-factor authentication was not turned off")}
      lostAnswerMessage={t("No answer came, so it may be off already. Load the page again.")}
      send={(body) => callEndpoint(removeTotp, { body })}
      onClose={onClose}
      title={t("Turn off two-factor authentication?")}
      description={t("Anyone who knows your password can then sign in as you.")}
      submitLabel={t("Turn off")}
      width="s"
    >
      <PasswordField name="password" label={t("Password")} autoComplete="current-password" />
    </FormDialog>
  );
}

const Explanation = styled.p`
  ${({ theme }) => css`
    margin-block: ${theme.space.m};
    color: ${theme.color.textMuted};
  `}
`;

const Secret = styled.p`
  text-align: center;
  overflow-wrap: anywhere;
`;

const CodeList = styled.ul`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr));
    gap: ${theme.space.s};
    padding: ${theme.space.m};
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.field};
    background: ${theme.color.sunken};
    text-align: center;
  `}
`;
