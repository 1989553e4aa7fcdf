import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { hideInPrint } from "../../ui/theme/GlobalStyle.tsx";
import { typography } from "../../ui/theme/theme.ts";

export interface MobileTab {
  key: string;
  title: string;
  icon: string;
  to: string;
  active: boolean;
}

/** The phone's way about, under the thumb: up to four places. */
export function MobileTabBar({ items }: { items: readonly MobileTab[] }) {
  return (
    <Bar aria-label={t("Quick menu")}>
      {items.slice(0, 4).map(({ key, title, icon, to, active }) => (
        <TabLink key={key} to={to} aria-current={active ? "page" : undefined}>
          <Icon name={icon} large />
          {title}
        </TabLink>
      ))}
    </Bar>
  );
}

const Bar = styled.nav`
  ${({ theme }) => css`
    display: none;

    ${theme.mobile} {
      display: flex;
      flex: none;
      border-block-start: 1px solid ${theme.color.borderStrong};
      background: ${theme.color.surface};
      padding-block-end: env(safe-area-inset-bottom);
    }
    ${hideInPrint}
  `}
`;

const TabLink = styled(Link)`
  ${typography("key")}
  ${({ theme }) => css`
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: ${theme.space.hair};
    min-inline-size: 0;
    block-size: ${theme.size.tabBar}px;
    padding: 0;
    border: 0;
    background: none;
    color: ${theme.color.textMuted};
    text-decoration: none;

    &[aria-current] {
      box-shadow: inset 0 ${theme.size.ring} 0 ${theme.color.accent};
      color: ${theme.color.accent};
      font-weight: 600;
    }

    &:focus-visible {
      outline-offset: calc(-1 * ${theme.size.ring});
    }
  `}
`;
