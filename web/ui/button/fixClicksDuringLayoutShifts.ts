/** A mouse that moves farther between press and release drags, which is not a click. */
const maxMovePx = 5;

/**
 * Clicks a button that a layout shift has moved away from the mouse between press and release, for example a live
 * notice above a form. The browser itself sends no click to such a button. Called once.
 */
export function fixClicksDuringLayoutShifts(): void {
  let pressed: { button: HTMLButtonElement; x: number; y: number } | undefined;
  window.addEventListener(
    "mousedown",
    ({ button: mouseButton, target, clientX: x, clientY: y }) => {
      const button = mouseButton === 0 && target instanceof Element ? target.closest("button") : null;
      pressed = button ? { button, x, y } : undefined;
    },
    { capture: true },
  );
  window.addEventListener(
    "mouseup",
    ({ target, clientX, clientY }) => {
      if (!pressed) return;
      const { button, x, y } = pressed;
      pressed = undefined;
      const isOnButton = target instanceof Node && button.contains(target);
      if (!isOnButton && button.isConnected && Math.hypot(clientX - x, clientY - y) <= maxMovePx) button.click();
    },
    { capture: true },
  );
}
