import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../button/Button.tsx";
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

interface LoadErrorProps {
  title: string;
  text?: string;
  onRetry: () => void;
}

/** Stands where rows would that could not be read. */
export function LoadError({ title, text, onRetry }: LoadErrorProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button icon="refresh" onClick={onRetry}>
          {t("Try again")}
        </Button>
      }
    />
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
