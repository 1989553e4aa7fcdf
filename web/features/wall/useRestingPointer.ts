import { useEffect, useState } from "react";

const restsAfterMs = 3_000;

/** Has the pointer not been moved for a while? */
export function useRestingPointer(): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setRests(true), restsAfterMs);
    function handleMove() {
      setRests(false);
      clearTimeout(timer);
      timer = setTimeout(() => setRests(true), restsAfterMs);
    }
    window.addEventListener("pointermove", handleMove);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointermove", handleMove);
    };
  }, []);
  return rests;
}
