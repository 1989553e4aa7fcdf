import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { ApiError } from "../../api/request.ts";
import { endSession, signInAsDisplay, useSessionState } from "../../api/session.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { themes } from "../../ui/theme/theme.ts";
import { Wall } from "./Wall.tsx";

/** The wall for whoever has a display's link; dark when the display was switched off. */
export function DisplayWall() {
  const { key = "" } = useParams();
  const off = useDisplaySession(key);
  if (!off) return <Wall />;
  return (
    <SwitchedOff>
      <h1>{t("This display has been switched off")}</h1>
      <p>{t("The office can make another one and open its link here.")}</p>
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

/** Lets this window in by the key of its link, for as long as that counts: it comes again whatever happens. Says whether it was switched off. */
function useDisplaySession(key: string): boolean {
  const [off, setOff] = useState(false);
  const nobody = useSessionState() === null;

  const enter = useEvent(async (): Promise<number | undefined> => {
    try {
      await signInAsDisplay(key);
      return renewIntervalMs;
    } catch (problem) {
      // Anything else passes: the portal is away, or restarts.
      if (!(problem instanceof ApiError) || problem.status !== 401) return retryDelayMs;
      endSession();
      setOff(true);
      return undefined;
    }
  });

  // Runs anew when the portal does not know the token any more.
  useEffect(() => {
    if (off) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    async function goOn() {
      const wait = await enter();
      if (!gone && wait !== undefined) timer = setTimeout(() => void goOn(), wait);
    }
    timer = setTimeout(() => void goOn(), nobody ? 0 : renewIntervalMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [nobody, off, enter]);
  return off;
}
