import { Icon } from "../icon/Icon.tsx";
import { ButtonBox, type ButtonProps, DesktopLabel } from "./Button.tsx";

interface LinkButtonProps extends Pick<ButtonProps, "icon" | "iconOnlyOnMobile" | "children"> {
  /** Leads out of the portal: a mail, a chat. */
  href: string;
  /** In a window of its own. */
  newTab?: boolean;
}

/** Leads somewhere, and looks like a push button. */
export function LinkButton({ icon, iconOnlyOnMobile = false, href, newTab = false, children }: LinkButtonProps) {
  return (
    <ButtonBox
      as="a"
      href={href}
      target={newTab ? "_blank" : undefined}
      rel={newTab ? "noreferrer" : undefined}
      $variant="secondary"
    >
      {icon && <Icon name={icon} />}
      {iconOnlyOnMobile ? <DesktopLabel>{children}</DesktopLabel> : children}
    </ButtonBox>
  );
}
