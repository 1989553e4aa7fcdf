import { Fragment } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { type ConnectionState, ConnectionStatus } from "../../live/ConnectionStatus.tsx";
import { PresenceAvatars, type PresentPerson } from "../../ui/badge/Avatar.tsx";
import { IconButton } from "../../ui/button/Button.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Kbd } from "../../ui/text/Kbd.tsx";
import { ellipsis } from "../../ui/theme/ellipsis.ts";
import { hideInPrint, visuallyHidden } from "../../ui/theme/GlobalStyle.tsx";
import { touchSize, typography } from "../../ui/theme/theme.ts";
import { AccountMenu, type AccountProps } from "./AccountMenu.tsx";

export interface Breadcrumb {
  label: string;
  to?: string;
}

export interface HeaderProps {
  /** The way to this page, itself last; the phone shows only that one. */
  breadcrumbs: readonly Breadcrumb[];
  /** Opens the palette. */
  onSearch: () => void;
  /** The colleagues on the same page. */
  presence: readonly PresentPerson[];
  connection: ConnectionState;
  account: AccountProps;
  onOpenMenu: () => void;
}

/** Where one is, who else is here, whether it is live, and one's own account. */
export function Header({ breadcrumbs, onSearch, presence, connection, account, onOpenMenu }: HeaderProps) {
  return (
    <Bar>
      <MenuButton>
        <IconButton icon="menu" label={t("Menu")} large onClick={onOpenMenu} />
      </MenuButton>
      <Crumbs aria-label={t("Breadcrumb")}>
        {breadcrumbs.map((crumb, index) => (
          <Fragment key={`${crumb.label} ${crumb.to ?? ""}`}>
            <BreadcrumbItem crumb={crumb} last={index === breadcrumbs.length - 1} />
          </Fragment>
        ))}
      </Crumbs>
      <SearchButton type="button" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" />
        <SearchLabel>{t("House, owner, page…")}</SearchLabel>
        <Kbd aria-hidden="true">Ctrl K</Kbd>
      </SearchButton>
      <PresenceAvatars people={presence} />
      <ConnectionStatus state={connection} />
      <AccountSlot>
        <AccountMenu {...account} />
      </AccountSlot>
    </Bar>
  );
}

function BreadcrumbItem({ crumb, last }: { crumb: Breadcrumb; last: boolean }) {
  if (last) return <CurrentCrumb aria-current="page">{crumb.label}</CurrentCrumb>;
  return (
    <ParentCrumb>
      {crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : crumb.label}
      <span aria-hidden="true"> / </span>
    </ParentCrumb>
  );
}

const Bar = styled.header`
  ${({ theme }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.l};
    block-size: ${theme.size.header}px;
    padding-inline: ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.border};
    background: ${theme.color.surface};

    ${theme.mobile} {
      gap: ${theme.space.m};
      padding-inline: ${theme.space.xs} ${theme.size.gutter};
    }
    ${hideInPrint}
  `}
`;

const MenuButton = styled.div`
  display: none;

  ${({ theme }) => theme.mobile} {
    display: block;
    margin-inline-end: calc(-1 * ${({ theme }) => theme.space.s});
  }
`;

const Crumbs = styled.nav`
  ${({ theme }) => css`
    flex: 1;
    min-inline-size: 0;
    ${ellipsis}
    color: ${theme.color.textMuted};
  `}
`;

const ParentCrumb = styled.span`
  ${({ theme }) => css`
    a {
      color: inherit;
      text-decoration: none;
    }

    a:hover {
      color: ${theme.color.text};
      text-decoration: underline;
    }

    ${theme.narrow} {
      display: none;
    }
  `}
`;

const CurrentCrumb = styled.span`
  ${typography("strong")}
  ${({ theme }) => css`
    color: ${theme.color.text};

    ${theme.mobile} {
      font: ${theme.font.sectionTitle} ${theme.font.family};
    }
  `}
`;

const SearchButton = styled.button`
  ${({ theme }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.s};
    inline-size: ${theme.size.searchBox};
    block-size: ${touchSize(theme.size.button)};
    padding-inline: ${theme.space.s};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    background: ${theme.color.surface};
    color: ${theme.color.textSubtle};
    text-align: start;
    cursor: pointer;

    &:hover {
      border-color: ${theme.color.textSubtle};
      color: ${theme.color.textMuted};
    }

    ${theme.narrow} {
      inline-size: auto;

      kbd {
        display: none;
      }
    }

    ${theme.mobile} {
      justify-content: center;
      inline-size: ${theme.size.touchTarget}px;
      border: 0;
    }
  `}
`;

const SearchLabel = styled.span`
  flex: 1;
  ${ellipsis}

  ${({ theme }) => theme.narrow} {
    ${visuallyHidden}
  }
`;

const AccountSlot = styled.div`
  ${({ theme }) => css`
    display: flex;
    padding-inline-start: ${theme.space.m};
    border-inline-start: 1px solid ${theme.color.border};

    ${theme.mobile} {
      display: none;
    }
  `}
`;
