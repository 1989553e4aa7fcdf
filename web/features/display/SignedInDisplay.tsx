import { useNavigate } from "react-router-dom";
import { useWindowEvent } from "../../hooks/useWindowEvent.ts";
import { Display } from "./Display.tsx";

/**
 * The wall display for a signed-in user, instead of the dashboard. A click or tap enters full screen, Esc returns to
 * the dashboard.
 */
export function SignedInDisplay() {
  const navigate = useNavigate();
  useWindowEvent("keydown", ({ key }) => {
    if (key === "Escape" && !document.fullscreenElement) void navigate("/", { replace: true });
  });
  useWindowEvent("pointerdown", () => {
    if (!document.fullscreenElement) document.documentElement.requestFullscreen().catch(() => undefined);
  });
  return <Display />;
}
