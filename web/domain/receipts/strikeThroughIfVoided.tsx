import type { ReactNode } from "react";
import styled from "styled-components";

/** A cell of a receipt's row, struck through if the receipt is voided. */
export function strikeThroughIfVoided({ VoidedAt }: { VoidedAt: string | null }, content: ReactNode): ReactNode {
  return VoidedAt === null ? content : <Strikethrough>{content}</Strikethrough>;
}

const Strikethrough = styled.del`
  color: ${({ theme }) => theme.color.textSubtle};

  > * {
    text-decoration: line-through;
  }
`;
