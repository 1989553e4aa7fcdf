import { useEffect, useRef } from "react";
import { useTheme } from "styled-components";

/** Lights the element from the instant `at` (ms) and lets it fade; mounted late, it joins in the middle. */
export function useHighlight<Element extends HTMLElement>(at: number | undefined) {
  const ref = useRef<Element>(null);
  const { motion, color } = useTheme();
  const soft = color.accentSoft;
  useEffect(() => {
    const element = ref.current;
    if (at === undefined || !element) return;
    const fade = Number.parseFloat(motion.highlightFade);
    const duration = motion.highlightHoldMs + fade;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const lit = { backgroundColor: soft };
    const frames = still
      ? [lit, lit]
      : [lit, { ...lit, offset: motion.highlightHoldMs / duration, easing: "ease-out" }, {}];
    const animation = element.animate(frames, { duration, delay: at - Date.now() });
    return () => animation.cancel();
  }, [at, soft, motion]);
  return ref;
}
