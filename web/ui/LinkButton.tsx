import { type ButtonProps, DeskWords, Push } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

interface LinkButtonProps extends Pick<ButtonProps, "icon" | "iconOnPhone" | "children"> {
  /** Leads out of the portal: a mail, a chat. */
  href: string;
  /** In a window of its own. */
  aside?: boolean;
}

/** Leads somewhere, and looks like a push button. */
export function LinkButton({ icon, iconOnPhone = false, href, aside = false, children }: LinkButtonProps) {
  return (
    <Push
      as="a"
      href={href}
      target={aside ? "_blank" : undefined}
      rel={aside ? "noreferrer" : undefined}
      $variant="secondary"
    >
      {icon && <Icon name={icon} />}
      {iconOnPhone ? <DeskWords>{children}</DeskWords> : children}
    </Push>
  );
}
