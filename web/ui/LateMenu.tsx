import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
} from "react";
import { useOnDemand } from "./useOnDemand.ts";

interface LateMenuProps<Props> {
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  load: () => Promise<ComponentType<Props & { trigger: ReactElement }>>;
  /** What the menu is given. */
  menu: Props;
}

/** A menu whose code comes when somebody is about to open it, and which is open as soon as it is there; its button is there before. */
export function LateMenu<Props extends object>({ trigger, load, menu }: LateMenuProps<Props>) {
  const { part: Menu, bring, prepare } = useOnDemand(load);
  if (Menu) return <Menu {...menu} trigger={trigger} />;

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    void bring();
  }

  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onKeyDown: handleKeyDown,
    onClick: () => void bring(),
  });
}
