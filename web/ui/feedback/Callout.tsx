import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import type { Tone } from "../badge/Badge.tsx";
import { Icon } from "../icon/Icon.tsx";
import { useUiTexts } from "../uiTexts.ts";

type CalloutTone = Exclude<Tone, "good">;

interface CalloutProps {
  title: string;
  children?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  tone?: CalloutTone;
  /** The children are hidden until the user opens them with the title. */
  isCollapsible?: boolean;
  /** Screen readers announce the notice when it appears. */
  urgent?: boolean;
  /** Stays in view while the content below it scrolls. */
  sticky?: boolean;
}

/** A notice with a coloured edge. Translates the title, and the children if they are a string. */
export function Callout(props: CalloutProps) {
  const { title, children, actions, tone = "neutral", isCollapsible = false, urgent = false, sticky = false } = props;
  const { translateMessage } = useUiTexts();
  const heading = <strong>{translateMessage(title)}</strong>;
  const body = children && <Body>{typeof children === "string" ? translateMessage(children) : children}</Body>;
  return (
    <Box role={urgent ? "alert" : "note"} $tone={tone} $sticky={sticky}>
      <Icon name={tone === "neutral" ? "info" : "circle-alert"} />
      <div>
        {isCollapsible ? (
          <details>
            <summary>{heading}</summary>
            {body}
          </details>
        ) : (
          <>
            {heading}
            {body}
          </>
        )}
        {actions && <Actions>{actions}</Actions>}
      </div>
    </Box>
  );
}

const Box = styled.div<{ $tone: CalloutTone; $sticky: boolean }>`
  ${({ theme, $tone, $sticky }) => {
    const { controlBorder, canvas, textMuted, amber, amberSoft, red, redSoft } = theme.color;
    const { edge, background, text } = {
      neutral: { edge: controlBorder, background: canvas, text: textMuted },
      warn: { edge: amber, background: amberSoft, text: amber },
      bad: { edge: red, background: redSoft, text: red },
    }[$tone];
    return css`
      display: flex;
      flex: none;
      align-items: start;
      gap: ${theme.space.s};
      padding: ${theme.space.s} ${theme.space.m};
      border-inline-start: ${theme.size.leadingBorder}px solid ${edge};
      background: ${background};
      color: ${text};

      ${
        $sticky &&
        css`
          position: sticky;
          z-index: 1;
          inset-block-start: 0;
        `
      }

      > :first-child {
        margin-block-start: ${theme.space.xxs};
      }
    `;
  }}
`;

const Body = styled.div`
  color: ${({ theme }) => theme.color.textMuted};
`;

const Actions = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s};
    margin-block: ${theme.space.s} ${theme.space.xs};
  `}
`;
