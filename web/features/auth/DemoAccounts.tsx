import styled, { css } from "styled-components";
import type { SocietyInfo } from "../../api/societyInfo.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Tag } from "../../ui/badge/Badge.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { touchSize, typography } from "../../ui/theme/theme.ts";

type DemoAccount = SocietyInfo["accounts"][number];

interface DemoAccountsProps {
  accounts: readonly DemoAccount[];
  onPick: (account: DemoAccount) => void;
}

/** The demonstration's accounts, each filling the form on one press; nothing outside a demonstration. */
export function DemoAccounts({ accounts, onPick }: DemoAccountsProps) {
  if (accounts.length === 0) return null;
  return (
    <section aria-label={t("Demo accounts")}>
      <DemoHeader>
        <strong>{t("Demo accounts")}</strong>
        <small>{t("press one to fill the form")}</small>
      </DemoHeader>
      {accounts.map((account) => (
        <DemoRow key={account.username} type="button" onClick={() => onPick(account)}>
          <Tag>{translateName(account.role)}</Tag>
          <strong>{account.username}</strong>
          <span>{account.password}</span>
          <Icon name="arrow-right" />
        </DemoRow>
      ))}
    </section>
  );
}

const DemoHeader = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    padding-block: ${theme.space.s};
    border-block-start: 1px solid ${theme.color.borderStrong};

    small {
      ${typography("meta")}
      color: ${theme.color.textSubtle};
    }
  `}
`;

const DemoRow = styled.button`
  ${({ theme }) => css`
    ${typography("text")}
    display: grid;
    grid-template-columns: 7rem 1fr auto auto;
    gap: ${theme.space.m};
    align-items: center;
    inline-size: 100%;
    min-block-size: ${touchSize(theme.size.loginField)};
    padding: 0;
    color: ${theme.color.text};
    text-align: start;
    cursor: pointer;
    background: none;
    border: 0;
    border-block-start: 1px solid ${theme.color.border};

    &:hover {
      background: ${theme.color.canvas};
    }

    span {
      color: ${theme.color.textMuted};
    }

    > :first-child {
      justify-content: center;
    }
  `}
`;
