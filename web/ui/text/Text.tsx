import styled, { css } from "styled-components";
import { hideOnMobile, visuallyHidden } from "../theme/mixins.ts";
import { typography } from "../theme/theme.ts";

/** Small, muted text. */
export const MetaText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
`;

/** A number such as R-9580 or B-12 in a sentence; a line does not break inside it. */
export const RecordNumber = styled.bdi.attrs({ dir: "ltr" })`
  white-space: nowrap;
`;

/** A value that no longer counts, for example of a voided record. */
export const Strikethrough = styled.del`
  color: ${({ theme }) => theme.color.textSubtle};

  > * {
    text-decoration: line-through;
  }
`;

/** Text for screen readers only. */
export const VisuallyHidden = styled.div`
  ${visuallyHidden}
`;

/** A key of the keyboard; hidden on phones. */
export const Kbd = styled.kbd`
  ${typography("caption")}
  ${({ theme }) => css`
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-inline-size: ${theme.size.kbd}px;
    block-size: ${theme.size.kbd}px;
    padding-inline: ${theme.space.xs};
    border: 1px solid color-mix(in srgb, currentcolor 35%, transparent);
    border-radius: ${theme.radius.badge};
    color: inherit;
    white-space: nowrap;
    ${hideOnMobile}
  `}
`;

/** Layout of a table's keyboard shortcuts at the end of its footer; hidden on phones. */
export const KeyboardHints = styled.span`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.l};
    margin-inline-start: auto;
    ${hideOnMobile}
  `}
`;
