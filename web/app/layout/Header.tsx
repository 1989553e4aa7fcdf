import { Suspense } from "react";
import { Link, useLocation } from "react-router-dom";
import styled, { css } from "styled-components";
import { ConnectionStatus, useDisplayedConnection } from "../../domain/ConnectionStatus.tsx";
import { lazyPart } from "../../hooks/lazyPart.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { waitUntilIdle } from "../../hooks/waitUntilIdle.ts";
import { t } from "../../i18n/t.ts";
import { usePresentUsers } from "../../live/presence.ts";
import { Avatar } from "../../ui/badge/Avatar.tsx";
import { IconButton } from "../../ui/button/Button.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Kbd } from "../../ui/text/Text.tsx";
import { ellipsis, hideInPrint, hideOnMobile, visuallyHidden } from "../../ui/theme/mixins.ts";
import { targetSize, typography } from "../../ui/theme/theme.ts";
import { ErrorBoundary } from "../ErrorPages.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import type { Breadcrumb } from "./navigation.ts";

/** Loaded after the first screen: it imports resources and with them zod, which the first screen does not need. */
const PendingLinks = lazyPart(async () => {
  await waitUntilIdle();
  return (await import("./PendingLinks.tsx")).PendingLinks;
});

interface HeaderProps {
  /** From the top page to this one; a narrow window shows only the last. */
  breadcrumbs: readonly Breadcrumb[];
  /** Opens the command palette. */
  onSearch: () => void;
  onOpenMenu: () => void;
}

/**
 * Breadcrumbs, search, what waits for the user (approvals and claims), the other users on the page, the state of the
 * connection and the account menu.
 */
export function Header({ breadcrumbs, onSearch, onOpenMenu }: HeaderProps) {
  return (
    <Bar>
      <MenuSlot>
        <IconButton icon="menu" label={t("Menu")} large onClick={onOpenMenu} />
      </MenuSlot>
      <Crumbs aria-label={t("Breadcrumb")}>
        {breadcrumbs.map((crumb, index) => (
          <BreadcrumbItem
            key={`${crumb.label} ${crumb.to ?? ""}`}
            crumb={crumb}
            isLast={index === breadcrumbs.length - 1}
          />
        ))}
      </Crumbs>
      <SearchButton type="button" aria-keyshortcuts="Control+K" onClick={onSearch}>
        <Icon name="search" />
        <SearchLabel>{t("House, owner, page…")}</SearchLabel>
        <Kbd aria-hidden="true">Ctrl K</Kbd>
      </SearchButton>
      <ErrorBoundary resetKey={useLocation().key} errorPage={null}>
        <Suspense>
          <PendingLinks />
        </Suspense>
      </ErrorBoundary>
      <PresenceAvatars />
      <ConnectionStatus state={useDisplayedConnection()} />
      <AccountSlot>
        <AccountMenu />
      </AccountSlot>
    </Bar>
  );
}

function BreadcrumbItem({ crumb, isLast }: { crumb: Breadcrumb; isLast: boolean }) {
  if (isLast) return <CurrentCrumb aria-current="page">{crumb.label}</CurrentCrumb>;
  return (
    <ParentCrumb>
      {crumb.to ? <Link to={crumb.to}>{crumb.label}</Link> : crumb.label}
      <span aria-hidden="true"> / </span>
    </ParentCrumb>
  );
}

/**
 * The other users on this page: up to 4 avatars (2 on phones) and the number of the rest. The tooltip has all names.
 */
function PresenceAvatars() {
  const users = usePresentUsers();
  const visibleCount = useIsMobile() ? 2 : 4;
  if (users.length === 0) return null;
  const names = users.map(({ fullName }) => fullName).join(t(", "));
  const hiddenCount = users.length - visibleCount;
  return (
    <PresenceBox role="img" aria-label={t("Also here: {names}", { names })} title={names}>
      <Avatars>
        {users.slice(0, visibleCount).map(({ username, fullName }) => (
          <Avatar key={username} name={fullName} large />
        ))}
      </Avatars>
      {hiddenCount > 0 && <More dir="ltr">+{hiddenCount}</More>}
      <Count>{t("{count} also here", { count: users.length })}</Count>
    </PresenceBox>
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
      block-size: ${theme.size.headerMobile}px;
      padding-inline: ${theme.space.xs} ${theme.size.gutter};
    }
    ${hideInPrint}
  `}
`;

const MenuSlot = styled.div`
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
    block-size: ${targetSize(theme.size.button)};
    padding-inline: ${theme.space.s};
    border: 1px solid ${theme.color.controlBorder};
    border-radius: ${theme.radius.button};
    background: ${theme.color.surface};
    color: ${theme.color.textSubtle};
    text-align: start;

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
      inline-size: ${theme.size.minTargetMobile}px;
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
    ${hideOnMobile}
  `}
`;

const PresenceBox = styled.span`
  ${({ theme }) => css`
    display: inline-flex;
    align-items: center;
    gap: ${theme.space.s};
    color: ${theme.color.textMuted};
  `}
`;

const Avatars = styled.span`
  ${({ theme }) => css`
    display: inline-flex;

    > * {
      box-shadow: 0 0 0 ${theme.size.ring} ${theme.color.surface};
    }

    > * + * {
      margin-inline-start: calc(-1 * ${theme.space.xs});
    }
  `}
`;

const Count = styled.span`
  ${typography("meta")}
  white-space: nowrap;

  ${({ theme }) => theme.narrow} {
    display: none;
  }
`;

const More = styled.span`
  ${typography("metaStrong")}
`;
