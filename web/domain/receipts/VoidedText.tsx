import type { ReactNode } from "react";
import styled from "styled-components";

/** What a list shows of a receipt; struck through once the receipt is voided. */
export function VoidedText({ VoidedAt }: { VoidedAt: string | null }, content: ReactNode): ReactNode {
  return VoidedAt === null ? content : <Strikethrough>{content}</Strikethrough>;
}

const Strikethrough = styled.del`
  color: ${({ theme }) => theme.color.textSubtle};

  > * {
    text-decoration: line-through;
  }
`;
