import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { translateMessage } from "../../i18n/t.ts";
import { Icon } from "../icon/Icon.tsx";
import { touchSize } from "../theme/theme.ts";

interface FormLayoutProps {
  children: ReactNode;
  columns: 1 | 2;
  /** The server's refusal, as it said it. */
  serverError: string | undefined;
  /** Its buttons. */
  actions: ReactNode;
  fullWidthButtons: boolean;
}

/** What stands in every form, whatever keeps its values: the fields, the refusal, the buttons. */
export function FormLayout({ children, columns, serverError, actions, fullWidthButtons }: FormLayoutProps) {
  return (
    <>
      <Fields $columns={columns}>{children}</Fields>
      {serverError && (
        <ServerError role="alert">
          <Icon name="circle-alert" />
          {translateMessage(serverError)}
        </ServerError>
      )}
      <Actions $fullWidth={fullWidthButtons}>{actions}</Actions>
    </>
  );
}

const Fields = styled.div<{ $columns: 1 | 2 }>`
  ${({ theme: t, $columns }) => css`
    display: grid;
    grid-template-columns: repeat(${$columns}, minmax(0, 1fr));
    align-items: start;
    gap: ${t.space.l} ${t.size.fieldGap};

    ${t.mobile} {
      grid-template-columns: minmax(0, 1fr);
    }
  `}
`;

const ServerError = styled.p`
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
      min-block-size: ${touchSize($fullWidth ? t.size.loginField : t.size.button)};
    }

    ${t.mobile} {
      > * {
        flex: 1;
      }
    }
  `}
`;
