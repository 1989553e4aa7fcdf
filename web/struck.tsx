import type { ReactNode } from "react";
import styled from "styled-components";

/** What a list shows of a receipt; struck through once the receipt is voided. */
export function struck({ VoidedAt }: { VoidedAt: string | null }, content: ReactNode): ReactNode {
  return VoidedAt === null ? content : <Struck>{content}</Struck>;
}

const Struck = styled.del`
  color: ${({ theme }) => theme.color.ink3};

  > * {
    text-decoration: line-through;
  }
`;
