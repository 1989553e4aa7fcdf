import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { sayMessage } from "../lib/language.ts";
import { type } from "../theme.ts";

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
      <Title>{sayMessage(title)}</Title>
      {text && <Text>{sayMessage(text)}</Text>}
      {action && <Action>{action}</Action>}
    </Box>
  );
}

const Box = styled.div`
  ${({ theme: t }) => css`
    padding: ${t.space.l} ${t.size.gutter};
    border-block: 1px solid ${t.color.line};
  `}
`;

const Title = styled.p`
  ${type("strong")}
`;

const Text = styled.p`
  ${({ theme: t }) => css`
    max-inline-size: ${t.size.prose};
    margin-block-start: ${t.space.xxs};
    color: ${t.color.ink2};
  `}
`;

const Action = styled.div`
  margin-block-start: ${({ theme }) => theme.space.m};
`;
