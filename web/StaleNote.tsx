import { say } from "./lib/language.ts";
import type { Problem } from "./lib/request.ts";
import { Note } from "./Note.tsx";
import { Button } from "./ui/Button.tsx";

interface StaleNoteProps {
  problem: Problem | undefined;
  /** There is something that was read before. */
  shown: boolean;
  onAgain: () => void;
}

/** Over what could be read once, and not again: it stands as it was. */
export function StaleNote({ problem, shown, onAgain }: StaleNoteProps) {
  if (!problem || !shown) return null;
  return (
    <Note urgent tone="bad" title={problem.message} actions={<Button onClick={onAgain}>{say("Try again")}</Button>}>
      {say("What you see may be out of date.")}
    </Note>
  );
}
