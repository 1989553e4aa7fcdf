import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { ApiError } from "../../api/request.ts";
import { endSession, signInAsDisplay, useSessionState } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { themes } from "../../ui/theme/theme.ts";
import { Wall } from "./Wall.tsx";

/** The wall behind a display's link; dark once the display has been switched off. */
export function DisplayWall() {
  const { key = "" } = useParams();
  const isSwitchedOff = useDisplaySession(key);
  if (!isSwitchedOff) return <Wall />;
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
 * Signs this window in with the display's key and renews the token until the key is refused.
 * Returns true once the display has been switched off.
 */
function useDisplaySession(key: string): boolean {
  const [isSwitchedOff, setSwitchedOff] = useState(false);
  const isSignedOut = useSessionState() === null;

  /** Answers after how many milliseconds to call it again; undefined for never. */
  const renew = useEvent(async (): Promise<number | undefined> => {
    try {
      await signInAsDisplay(key);
      return renewIntervalMs;
    } catch (error) {
      // Other errors pass: the server is unreachable or restarts.
      if (!(error instanceof ApiError) || error.status !== 401) return retryDelayMs;
      endSession();
      setSwitchedOff(true);
      return undefined;
    }
  });

  // Signs in at once when the server has rejected the token.
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
