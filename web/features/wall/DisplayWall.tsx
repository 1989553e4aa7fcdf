import { useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { themes } from "../../ui/theme/theme.ts";
import { useDisplaySession } from "./useDisplaySession.ts";
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
