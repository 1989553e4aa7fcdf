import { useState } from "react";
import type { Values } from "../resourceValues.ts";
import { useHandler } from "../ui/useHandler.ts";
import type { Clash } from "./saveMerged.ts";

interface Asked<Rec> {
  clash: Clash<Rec>;
  answer: (values: Values | undefined) => void;
  /** A dialog keeps its content while it closes; `serial` tells one question from the next. */
  open: boolean;
  serial: number;
}

/** The question which version of a record is to be saved, as long as it waits for its answer. */
export function useClash<Rec>() {
  const [asked, setAsked] = useState<Asked<Rec>>();

  const ask = useHandler((clash: Clash<Rec>) => {
    return new Promise<Values | undefined>((answer) => {
      setAsked({ clash, answer, open: true, serial: (asked?.serial ?? 0) + 1 });
    });
  });

  /** Without values nothing is saved, and everything stays as typed. */
  const settle = useHandler((values?: Values) => {
    if (!asked) return;
    setAsked({ ...asked, open: false });
    asked.answer(values);
  });

  return { asked, ask, settle };
}
