import styled, { css } from "styled-components";
import { Avatar } from "../../ui/badge/Avatar.tsx";
import { Tag } from "../../ui/badge/Badge.tsx";
import { Icon, type IconName } from "../../ui/icon/Icon.tsx";
import { LazyMenu } from "../../ui/menu/LazyMenu.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { touchSize, typography } from "../../ui/theme/theme.ts";

export interface AccountProps {
  /** Full name, else user name, else "Account". */
  name: string;
  role: string;
  theme: "light" | "dark";
  onThemeChange: (theme: "light" | "dark") => void;
  onLogout: () => void;
  /** Further entries: language, change of password. */
  items?: readonly AccountItem[];
}

export interface AccountItem {
  key: string;
  label: string;
  icon: IconName;
  /** Where the label is in another language than the screens. */
  lang?: string;
  onSelect: () => void;
}

/** Who is signed in, and what they may set for themselves. */
export function AccountMenu(props: AccountProps) {
  const trigger = (
    <Trigger type="button">
      <Avatar name={props.name} large />
      <Name>{props.name}</Name>
      <Tag>{props.role}</Tag>
      <Icon name="chevron-down" />
    </Trigger>
  );
  return <LazyMenu trigger={trigger} load={loadMenu} menuProps={props} />;
}

async function loadMenu() {
  return (await import("./DropdownMenus.tsx")).AccountMenuContent;
}

const Trigger = styled.button`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};
    min-inline-size: 0;
    min-block-size: ${touchSize(theme.size.button)};
    padding-inline: ${theme.space.xs};
    border: 0;
    border-radius: ${theme.radius.button};
    background: none;
    color: ${theme.color.textMuted};
    cursor: pointer;

    &:hover,
    &[data-state="open"] {
      background: ${theme.color.sunken};
    }

    ${theme.mobile} {
      inline-size: 100%;
    }
  `}
`;

const Name = styled.span`
  ${typography("medium")}
  color: ${({ theme }) => theme.color.text};
  ${ellipsis}
`;
