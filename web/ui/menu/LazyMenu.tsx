import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
} from "react";
import { useLazyModule } from "../useLazyModule.ts";

interface LazyMenuProps<Props> {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  load: () => Promise<ComponentType<Props & { trigger: ReactElement }>>;
  /** What the menu is given. */
  menuProps: Props;
}

/** A menu whose code comes when somebody is about to open it, and which is open as soon as it is there; its button is there before. */
export function LazyMenu<Props extends object>({ trigger, load, menuProps }: LazyMenuProps<Props>) {
  const { part: Menu, load: bring, preload } = useLazyModule(load);
  if (Menu) return <Menu {...menuProps} trigger={trigger} />;

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    void bring();
  }

  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: preload,
    onFocus: preload,
    onKeyDown: handleKeyDown,
    onClick: () => void bring(),
  });
}
