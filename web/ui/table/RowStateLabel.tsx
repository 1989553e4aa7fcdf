import styled, { useTheme } from "styled-components";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { Avatar } from "../badge/Avatar.tsx";
import { Icon } from "../icon/Icon.tsx";
import { ellipsis } from "../theme/ellipsis.ts";
import { personColor, typography } from "../theme/theme.ts";
import type { RowState } from "./tableTypes.ts";

interface RowStateLabelProps {
  state: RowState;
}

/** Whose change or edit a row shows, or why the server refused one, in words. */
export function RowStateLabel({ state }: RowStateLabelProps) {
  const theme = useTheme();
  if (state.error !== undefined) {
    const reason = translateMessage(state.error);
    return (
      <LabelBox $colour={theme.color.red}>
        <Icon name="circle-alert" />
        <Reason title={reason}>{reason}</Reason>
      </LabelBox>
    );
  }
  if (state.editing) {
    const { name } = state.editing;
    return (
      <LabelBox $colour={personColor(theme, name)}>
        <Avatar name={name} />
        <LabelText>{t("{name} is editing", { name })}</LabelText>
      </LabelBox>
    );
  }
  if (!state.highlight) return null;
  return (
    <LabelBox $colour={theme.color.accent}>
      <Avatar name={state.highlight.by} />
      <LabelText>{t("{name} just now", { name: translateName(state.highlight.by) })}</LabelText>
    </LabelBox>
  );
}

const LabelBox = styled.span<{ $colour: string }>`
  ${typography("metaStrong")}
  display: flex;
  min-inline-size: 0;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
  color: ${({ $colour }) => $colour};
`;

const LabelText = styled.span`
  ${ellipsis}
`;

/** Two short lines fit a row of any kind, and most reasons fit them. */
const Reason = styled.span`
  ${typography("key")}
  display: -webkit-box;
  overflow: hidden;
  font-weight: 600;
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;
