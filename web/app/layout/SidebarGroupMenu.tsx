import { Direction, DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";
import { MenuItem, MenuLabel, MenuPanel } from "../../ui/menu/Menu.tsx";
import type { NavItem } from "./SidebarItem.tsx";

/** The links of a group beside the folded sidebar; open when it comes. */
export function SidebarGroupMenu({ entry, trigger }: { entry: NavItem; trigger: ReactElement }) {
  const side = Direction.useDirection() === "rtl" ? "left" : "right";
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <MenuPanel side={side} align="start" sideOffset={8}>
          <MenuLabel>{entry.title}</MenuLabel>
          {entry.children?.map((child) => (
            <MenuItem key={child.key} asChild>
              <Link to={child.to} aria-current={child.active ? "page" : undefined}>
                {child.title}
              </Link>
            </MenuItem>
          ))}
        </MenuPanel>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
