import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { sayMessage } from "../lib/language.ts";
import { touchable } from "../theme.ts";
import { Icon } from "./Icon.tsx";

interface FormLookProps {
  children: ReactNode;
  columns: 1 | 2;
  /** The server's refusal, as it said it. */
  serverError: string | undefined;
  /** Its buttons. */
  ways: ReactNode;
  fullWidth: boolean;
}

/** What stands in every form, whatever keeps its values: the fields, the refusal, the buttons. */
export function FormLook({ children, columns, serverError, ways, fullWidth }: FormLookProps) {
  return (
    <>
      <Fields $columns={columns}>{children}</Fields>
      {serverError && (
        <Refusal role="alert">
          <Icon name="circle-alert" />
          {sayMessage(serverError)}
        </Refusal>
      )}
      <Actions $fullWidth={fullWidth}>{ways}</Actions>
    </>
  );
}

const Fields = styled.div<{ $columns: 1 | 2 }>`
  ${({ theme: t, $columns }) => css`
    display: grid;
    grid-template-columns: repeat(${$columns}, minmax(0, 1fr));
    align-items: start;
    gap: ${t.space.l} ${t.size.fieldGap};

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

const Refusal = styled.p`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};
    margin-block-start: ${t.space.l};
    padding: ${t.space.s} ${t.space.m};
    border-inline-start: ${t.size.edge}px solid ${t.color.red};
    background: ${t.color.redSoft};
    color: ${t.color.red};
  `}
`;

const Actions = styled.div<{ $fullWidth: boolean }>`
  ${({ theme: t, $fullWidth }) => css`
    display: flex;
    justify-content: flex-end;
    gap: ${t.space.s};
    margin-block-start: ${t.space.xl};

    > * {
      flex: ${$fullWidth ? 1 : "none"};
      min-block-size: ${touchable($fullWidth ? t.size.loginField : t.size.button)};
    }

    ${t.phone} {
      > * {
        flex: 1;
      }
    }
  `}
`;
