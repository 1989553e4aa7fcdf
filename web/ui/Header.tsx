import { Fragment } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { touchable, type } from "../theme.ts";
import { AvatarStack, type Person } from "./Avatar.tsx";
import { IconButton } from "./Button.tsx";
import { ConnectionDot, type ConnectionState } from "./ConnectionDot.tsx";
import { clipped } from "./clipped.ts";
import { offPaper, visuallyHidden } from "./GlobalStyle.tsx";
import { type AccountProps, HeaderAccount } from "./HeaderAccount.tsx";
import { Icon } from "./Icon.tsx";
import { Kbd } from "./Kbd.tsx";

export interface Crumb {
  label: string;
  to?: string;
}

export interface HeaderProps {
  /** The way to this page, itself last; the phone shows only that one. */
  crumbs: readonly Crumb[];
  /** Opens the palette. */
  onSearch: () => void;
  /** The colleagues on the same page. */
  presence: readonly Person[];
  connection: ConnectionState;
  account: AccountProps;
  onMenu: () => void;
}

/** Where one is, who else is here, whether it is live, and one's own account. */
export function Header({ crumbs, onSearch, presence, connection, account, onMenu }: HeaderProps) {
  return (
    <Bar>
      <MenuButton>
        <IconButton icon="menu" label={say("Menu")} large onClick={onMenu} />
      </MenuButton>
      <Crumbs aria-label={say("Breadcrumb")}>
        {crumbs.map((crumb, index) => (
          <Fragment key={`${crumb.label} ${crumb.to ?? ""}`}>
            <Step crumb={crumb} last={index === crumbs.length - 1} />
          </Fragment>
        ))}
      </Crumbs>
      <Search type="button" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" />
        <Words>{say("House, owner, page…")}</Words>
        <Kbd aria-hidden="true">Ctrl K</Kbd>
      </Search>
      <AvatarStack people={presence} />
      <ConnectionDot state={connection} />
      <Own>
        <HeaderAccount {...account} />
      </Own>
    </Bar>
  );
}

function Step({ crumb, last }: { crumb: Crumb; last: boolean }) {
  if (last) return <Here aria-current="page">{crumb.label}</Here>;
  return (
    <Above>
      {crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : crumb.label}
      <span aria-hidden="true"> / </span>
    </Above>
  );
}

const Bar = styled.header`
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${t.space.l};
    block-size: ${t.size.header}px;
    padding-inline: ${t.size.gutter};
    border-block-end: 1px solid ${t.color.line};
    background: ${t.color.surface};

    ${t.phone} {
      gap: ${t.space.m};
      padding-inline: ${t.space.xs} ${t.size.gutter};
    }
    ${offPaper}
  `}
`;

const MenuButton = styled.div`
  display: none;

  ${({ theme }) => theme.phone} {
    display: block;
    margin-inline-end: calc(-1 * ${({ theme }) => theme.space.s});
  }
`;

const Crumbs = styled.nav`
  ${({ theme: t }) => css`
    flex: 1;
    min-inline-size: 0;
    ${clipped}
    color: ${t.color.ink2};
  `}
`;

const Above = styled.span`
  ${({ theme: t }) => css`
    a {
      color: inherit;
      text-decoration: none;
    }

    a:hover {
      color: ${t.color.ink};
      text-decoration: underline;
    }

    ${t.narrow} {
      display: none;
    }
  `}
`;

const Here = styled.span`
  ${type("strong")}
  ${({ theme: t }) => css`
    color: ${t.color.ink};

    ${t.phone} {
      font: ${t.font.report} ${t.font.family};
    }
  `}
`;

const Search = styled.button`
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    align-items: center;
    gap: ${t.space.s};
    inline-size: ${t.size.search};
    block-size: ${touchable(t.size.button)};
    padding-inline: ${t.space.s};
    border: 1px solid ${t.color.ctl};
    border-radius: ${t.radius.button};
    background: ${t.color.surface};
    color: ${t.color.ink3};
    text-align: start;
    cursor: pointer;

    &:hover {
      border-color: ${t.color.ink3};
      color: ${t.color.ink2};
    }

    ${t.narrow} {
      inline-size: auto;

      kbd {
        display: none;
      }
    }

    ${t.phone} {
      justify-content: center;
      inline-size: ${t.size.phoneTarget}px;
      border: 0;
    }
  `}
`;

const Words = styled.span`
  flex: 1;
  ${clipped}

  ${({ theme }) => theme.narrow} {
    ${visuallyHidden}
  }
`;

const Own = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    padding-inline-start: ${t.space.m};
    border-inline-start: 1px solid ${t.color.line};

    ${t.phone} {
      display: none;
    }
  `}
`;
