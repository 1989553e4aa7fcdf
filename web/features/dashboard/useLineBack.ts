import { useEffect, useRef } from "react";
import { useConnectionState } from "../../lib/useConnectionState.ts";
import { useHandler } from "../../ui/useHandler.ts";

/** Runs when the line is live again after a loss: figures told meanwhile are not told again. */
export function useLineBack(run: () => void): void {
  const { kind } = useConnectionState();
  const handle = useHandler(run);
  const seen = useRef(false);
  const lost = useRef(false);
  useEffect(() => {
    if (kind !== "live") {
      lost.current = seen.current;
      return;
    }
    seen.current = true;
    if (!lost.current) return;
    lost.current = false;
    handle();
  }, [kind, handle]);
}
