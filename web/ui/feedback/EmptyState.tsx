import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { translateMessage } from "../../i18n/t.ts";
import { typography } from "../theme/theme.ts";

interface EmptyStateProps {
  title: string;
  /** What the thing is for, or what to do next. */
  text?: string;
  action?: ReactNode;
}

/** Stands where rows would, and says how to get the first one. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Box>
      <Title>{translateMessage(title)}</Title>
      {text && <Text>{translateMessage(text)}</Text>}
      {action && <Action>{action}</Action>}
    </Box>
  );
}

const Box = styled.div`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter};
    border-block: 1px solid ${theme.color.border};
  `}
`;

const Title = styled.p`
  ${typography("strong")}
`;

const Text = styled.p`
  ${({ theme }) => css`
    max-inline-size: ${theme.size.prose};
    margin-block-start: ${theme.space.xxs};
    color: ${theme.color.textMuted};
  `}
`;

const Action = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
`;
