import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { Button } from "../button/Button.tsx";
import { typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";

interface EmptyStateProps {
  title: string;
  /** The purpose of the records, or the next step. */
  text?: string;
  action?: ReactNode;
}

/** Shown in place of an empty list. Translates the title and the text. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  const { translateMessage } = useUiTexts();
  return (
    <Box>
      <Title>{translateMessage(title)}</Title>
      {text && <Text>{translateMessage(text)}</Text>}
      {action && <Action>{action}</Action>}
    </Box>
  );
}

interface LoadErrorProps extends Omit<EmptyStateProps, "action"> {
  /** Undefined if trying again cannot help. */
  onRetry: (() => void) | undefined;
}

/** Shown in place of a list that could not be loaded. Translates the title and the text. */
export function LoadError({ onRetry, ...texts }: LoadErrorProps) {
  const { retry } = useUiTexts();
  const action = onRetry && (
    <Button icon="refresh" onClick={onRetry}>
      {retry}
    </Button>
  );
  return <EmptyState {...texts} action={action} />;
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
