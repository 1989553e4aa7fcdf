import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { Wall } from "./Wall.tsx";

/** The wall for a signed-in user, instead of the dashboard. A click or tap enters full screen, Esc returns to the dashboard. */
export function UserWall() {
  const navigate = useNavigate();
  useEffect(() => {
    function handleKeyDown({ key }: KeyboardEvent) {
      if (key === "Escape" && !document.fullscreenElement) void navigate("/", { replace: true });
    }
    function handlePress() {
      if (!document.fullscreenElement) document.documentElement.requestFullscreen().catch(() => undefined);
    }
    window.addEventListener("keydown", handleKeyDown);
    window.addEventListener("pointerdown", handlePress);
    return () => {
      window.removeEventListener("keydown", handleKeyDown);
      window.removeEventListener("pointerdown", handlePress);
    };
  }, [navigate]);
  return <Wall />;
}
