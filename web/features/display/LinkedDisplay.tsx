import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { ApiError } from "../../api/request.ts";
import { endSessionInBrowser, signInAsDisplay, useSessionState } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { themes } from "../../ui/theme/theme.ts";
import { Display } from "./Display.tsx";

/** The wall display that a display's link opens; a message once the display has been switched off. */
export function LinkedDisplay() {
  const { key = "" } = useParams();
  const isSwitchedOff = useDisplaySession(key);
  if (!isSwitchedOff) return <Display />;
  return (
    <SwitchedOff>
      <h1>{t("This display has been switched off")}</h1>
      <p>{t("The office can add a new display and open its link here.")}</p>
    </SwitchedOff>
  );
}

const { color, space } = themes.dark;

const SwitchedOff = styled.main`
  ${({ theme }) => css`
    position: fixed;
    inset: 0;
    display: grid;
    gap: ${space.m};
    place-content: center;
    padding: ${theme.size.gutter};
    background: ${color.sunken};
    color: ${color.textMuted};
    text-align: center;

    h1 {
      font: ${theme.font.display} ${theme.font.family};
    }

    p {
      font: ${theme.font.commandInput} ${theme.font.family};
    }
  `}
`;

const renewIntervalMs = 5 * 60_000;
const retryDelayMs = 3_000;

/**
 * Signs this window in with the display's key and renews the token until the server rejects the key, because the
 * display was switched off. Returns true from then on.
 */
function useDisplaySession(key: string): boolean {
  const [isSwitchedOff, setSwitchedOff] = useState(false);
  const isSignedOut = useSessionState() === null;

  /** Returns the milliseconds until the next renewal, or undefined to stop. */
  const renew = useEvent(async (): Promise<number | undefined> => {
    try {
      await signInAsDisplay(key);
      return renewIntervalMs;
    } catch (error) {
      // Other errors are temporary: the server is unreachable or restarting.
      if (!(error instanceof ApiError) || error.status !== 401) return retryDelayMs;
      endSessionInBrowser();
      setSwitchedOff(true);
      return undefined;
    }
  });

  // Signed out means no token yet, or a rejected one: sign in at once.
  useEffect(() => {
    if (isSwitchedOff) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancelled = false;
    async function renewRepeatedly() {
      const delayMs = await renew();
      if (!cancelled && delayMs !== undefined) timer = setTimeout(() => void renewRepeatedly(), delayMs);
    }
    timer = setTimeout(() => void renewRepeatedly(), isSignedOut ? 0 : renewIntervalMs);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [isSignedOut, isSwitchedOff, renew]);
  return isSwitchedOff;
}
