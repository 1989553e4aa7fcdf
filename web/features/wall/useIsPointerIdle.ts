import { useEffect, useState } from "react";

const pointerIdleAfterMs = 3_000;

/** Has the pointer not been moved for a while? */
export function useIsPointerIdle(): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setRests(true), pointerIdleAfterMs);
    function handleMove() {
      setRests(false);
      clearTimeout(timer);
      timer = setTimeout(() => setRests(true), pointerIdleAfterMs);
    }
    window.addEventListener("pointermove", handleMove);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointermove", handleMove);
    };
  }, []);
  return rests;
}
