import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
} from "react";
import { useLazyModule } from "../useLazyModule.ts";

interface LazyMenuProps<Props> {
  /** The button that opens the menu. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  /** Imports the menu, which must be open on its first render. */
  load: () => Promise<ComponentType<Props & { trigger: ReactElement }>>;
  /** Props of the loaded menu. */
  menuProps: Props;
}

/** A menu whose code is preloaded when its trigger is hovered or focused, and opens when it is pressed. */
export function LazyMenu<Props extends object>({ trigger, load, menuProps }: LazyMenuProps<Props>) {
  const lazyMenu = useLazyModule(load);
  const Menu = lazyMenu.module;
  if (Menu) return <Menu {...menuProps} trigger={trigger} />;

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    void lazyMenu.load();
  }

  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: lazyMenu.preload,
    onFocus: lazyMenu.preload,
    onKeyDown: handleKeyDown,
    onClick: () => void lazyMenu.load(),
  });
}
