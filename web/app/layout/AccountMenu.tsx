import styled, { css } from "styled-components";
import { useSession } from "../../api/session.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Avatar } from "../../ui/badge/Avatar.tsx";
import { Tag } from "../../ui/badge/Badge.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import { LazyMenu } from "../../ui/menu/LazyMenu.tsx";
import { ellipsis } from "../../ui/theme/mixins.ts";
import { targetSize, typography } from "../../ui/theme/theme.ts";

/** The user's name and role; opens a menu of personal settings. */
export function AccountMenu() {
  const user = useSession()?.user;
  const name = user?.fullName || user?.username || t("Account");
  const trigger = (
    <Trigger type="button">
      <Avatar name={name} large />
      <Name dir="auto">{name}</Name>
      <Tag>{translateName(user?.role.roleName ?? "")}</Tag>
      <Icon name="chevron-down" />
    </Trigger>
  );
  return <LazyMenu trigger={trigger} load={loadMenu} menuProps={{}} />;
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
    min-block-size: ${targetSize(theme.size.button)};
    padding-inline: ${theme.space.xs};
    border-radius: ${theme.radius.button};
    color: ${theme.color.textMuted};

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
