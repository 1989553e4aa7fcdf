import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { type DocumentCodePayload, extractCode } from "../../../shared/domain/document-code.ts";
import type { DocumentState } from "../../../shared/endpoints/document-code.ts";
import { formatPaisa, paisa } from "../../../shared/money.ts";
import { describeError } from "../../api/describeError.ts";
import { AuthPage, HelpText } from "../../domain/AuthPage.tsx";
import { useEvent } from "../../hooks/useEvent.ts";
import { useWindowEvent } from "../../hooks/useWindowEvent.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { visuallyHidden } from "../../ui/theme/mixins.ts";
import { targetSize, typography } from "../../ui/theme/theme.ts";
import { CameraScanner } from "./CameraScanner.tsx";
import { readQrCodeFile } from "./readQrCode.ts";
import { type CheckResult, verifyCode } from "./verifyCode.ts";

/**
 * Says whether a document is genuine and shows its current state; needs no account. The code is in the fragment of the
 * URL.
 */
export function CheckPage() {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const code = extractCode(hash);
  /** The number of the scan, which is new for each press of the button; undefined while the camera is off. */
  const [scanNumber, setScanNumber] = useState<number>();
  const [error, setError] = useState<string>();

  const showCode = useEvent((text: string) => {
    setScanNumber(undefined);
    setError(undefined);
    navigate(`/check#${extractCode(text)}`, { replace: true });
  });

  async function handleFile(file: File | undefined) {
    if (!file) return;
    const text = await readQrCodeFile(file);
    if (text === undefined) setError(t("No QR code was found in this picture."));
    else showCode(text);
  }

  return (
    <AuthPage title={t("Check a document")}>
      {/* Each scan is a navigation with its own key, so that a document that is scanned again is checked again. */}
      {code !== "" && <Result key={key} code={code} />}
      <HelpText>
        {t(
          "Receipts, bills and certificates have a QR code that says whether they are genuine. Scan it, or choose a picture of it.",
        )}
      </HelpText>
      {scanNumber !== undefined && (
        <CameraScanner key={scanNumber} onFound={showCode} onClose={() => setScanNumber(undefined)} />
      )}
      {error && <Callout tone="warn" urgent title={error} />}
      <Buttons>
        <Button variant="primary" icon="search" onClick={() => setScanNumber((scanNumber ?? 0) + 1)}>
          {t("Scan with the camera")}
        </Button>
        <FileLabel>
          <input
            type="file"
            accept="image/*"
            onChange={({ target }) => {
              void handleFile(target.files?.[0]);
              target.value = "";
            }}
          />
          <span>{t("Choose a picture")}</span>
        </FileLabel>
      </Buttons>
    </AuthPage>
  );
}

/** Checks the code, and again whenever the window gets the focus or a connection. */
function Result({ code }: { code: string }) {
  const [result, setResult] = useState<CheckResult>();
  const [error, setError] = useState<string>();
  const check = useEvent(() => {
    verifyCode(code).then(
      (checked) => {
        setResult(checked);
        setError(undefined);
      },
      (failure: unknown) => setError(describeError(failure)),
    );
  });
  useEffect(check, [check]);
  // The document's state may have changed while the page was in the background, and is unknown without a connection.
  useWindowEvent("focus", check);
  useWindowEvent("online", check);
  if (error !== undefined) return <Callout tone="warn" urgent title={error} />;
  if (!result) return <HelpText role="status">{t("Checking...")}</HelpText>;
  const { verdict, payload, current } = result;
  if (verdict === "forged" || !payload)
    return (
      <Callout tone="bad" urgent title={t("Not genuine")}>
        {t("This portal did not issue this document, or its code was altered.")}
      </Callout>
    );
  const facts = <AmountList rows={describeDocument(payload)} />;
  if (verdict === "unknown")
    return (
      <Callout tone="warn" urgent title={t("Not checked")} actions={facts}>
        {t("This browser cannot check the code by itself, and the portal cannot be reached.")}
      </Callout>
    );
  const state = current?.state;
  if (!state)
    return (
      <Callout tone="warn" urgent title={t("Genuine")} actions={facts}>
        {t("Without a connection the portal cannot say whether it has changed since.")}
      </Callout>
    );
  return (
    <Callout tone={stateTones[state]} urgent title={t(stateTitles[state])} actions={facts}>
      {current.since === null ? "" : t("Since {moment}", { moment: formatTimestamp(current.since) })}
    </Callout>
  );
}

const stateTitles = {
  valid: "Genuine and valid",
  paid: "Genuine, and paid",
  voided: "Genuine, but voided",
  bounced: "Genuine, but the cheque bounced",
  withdrawn: "Genuine, but withdrawn",
  expired: "Genuine, but expired",
  superseded: "Genuine, but replaced by a corrected one",
} as const satisfies Record<DocumentState, string>;

const stateTones = {
  valid: "neutral",
  paid: "neutral",
  voided: "bad",
  bounced: "bad",
  withdrawn: "bad",
  expired: "warn",
  superseded: "warn",
} as const satisfies Record<DocumentState, string>;

const documentNames = {
  receipt: "Receipt",
  bill: "Bill",
  certificate: "Certificate",
  "day-close": "Day close",
} as const satisfies Record<DocumentCodePayload["t"], string>;

/** What the code says, to be compared with the printed document. */
function describeDocument({ t: kind, n, h, a, d }: DocumentCodePayload) {
  return [
    { key: "n", label: t(documentNames[kind]), amount: <bdi dir="ltr">{n}</bdi> },
    ...(h === "" ? [] : [{ key: "h", label: t("House"), amount: <bdi>{h}</bdi> }]),
    ...(kind === "certificate"
      ? []
      : [{ key: "a", label: t("Amount"), amount: <bdi dir="ltr">{formatPaisa(paisa(a))}</bdi> }]),
    { key: "d", label: t("Date"), amount: <bdi dir="ltr">{formatDay(d)}</bdi> },
  ];
}

const Buttons = styled.div`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.s};
  `}
`;

const FileLabel = styled.label`
  ${typography("strong")}
  ${({ theme }) => css`
    display: grid;
    place-items: center;
    min-block-size: ${targetSize(theme.size.button)};
    padding-inline: ${theme.space.m};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    cursor: pointer;

    &:focus-within {
      outline: ${theme.size.ring} solid ${theme.color.accent};
    }

    input {
      ${visuallyHidden}
    }
  `}
`;
