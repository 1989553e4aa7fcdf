import { useParams } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { themes } from "../../theme.ts";
import { useDisplay } from "./useDisplay.ts";
import { Wall } from "./Wall.tsx";

/** The wall for whoever has a display's link; dark when the display was switched off. */
export function WallByKey() {
  const { key = "" } = useParams();
  const off = useDisplay(key);
  if (!off) return <Wall />;
  return (
    <Dark>
      <h1>{say("This display has been switched off")}</h1>
      <p>{say("The office can make another one and open its link here.")}</p>
    </Dark>
  );
}

const { color, space } = themes.dark;

const Dark = styled.main`
  ${({ theme: t }) => css`
    position: fixed;
    inset: 0;
    display: grid;
    gap: ${space.m};
    place-content: center;
    padding: ${t.size.gutter};
    background: ${color.sunken};
    color: ${color.ink2};
    text-align: center;

    h1 {
      font: ${t.font.motto} ${t.font.family};
    }

    p {
      font: ${t.font.palette} ${t.font.family};
    }
  `}
`;
