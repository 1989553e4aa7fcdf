import styled, { css } from "styled-components";
import { say, sayName } from "../../lib/language.ts";
import type { Welcome } from "../../lib/welcome.ts";
import { touchable, type } from "../../theme.ts";
import { Tag } from "../../ui/Badge.tsx";
import { Icon } from "../../ui/Icon.tsx";

type Account = Welcome["accounts"][number];

interface DemoAccountsProps {
  accounts: readonly Account[];
  onPick: (account: Account) => void;
}

/** The demonstration's accounts, each filling the form on one press; nothing outside a demonstration. */
export function DemoAccounts({ accounts, onPick }: DemoAccountsProps) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={say("Demo accounts")}>
      <Head>
        <strong>{say("Demo accounts")}</strong>
        <small>{say("press one to fill the form")}</small>
      </Head>
      {accounts.map((account) => (
        <Row key={account.username} type="button" onClick={() => onPick(account)}>
          <Tag>{sayName(account.role)}</Tag>
          <strong>{account.username}</strong>
          <span>{account.password}</span>
          <Icon name="arrow-right" />
        </Row>
      ))}
    </section>
  );
}

const Head = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    padding-block: ${t.space.s};
    border-block-start: 1px solid ${t.color.line2};

    small {
      ${type("meta")}
      color: ${t.color.ink3};
    }
  `}
`;

const Row = styled.button`
  ${({ theme: t }) => css`
    ${type("text")}
    display: grid;
    grid-template-columns: 7rem 1fr auto auto;
    gap: ${t.space.m};
    align-items: center;
    inline-size: 100%;
    min-block-size: ${touchable(t.size.loginField)};
    padding: 0;
    color: ${t.color.ink};
    text-align: start;
    cursor: pointer;
    background: none;
    border: 0;
    border-block-start: 1px solid ${t.color.line};

    &:hover {
      background: ${t.color.canvas};
    }

    span {
      color: ${t.color.ink2};
    }

    > :first-child {
      justify-content: center;
    }
  `}
`;
