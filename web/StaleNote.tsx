import { say } from "./lib/language.ts";
import type { Problem } from "./lib/request.ts";
import { Note } from "./Note.tsx";
import { Button } from "./ui/Button.tsx";

interface StaleNoteProps {
  problem: Problem | undefined;
  /** Said where the problem has no words of its own. */
  otherwise: string;
  onAgain: () => void;
}

/** Over rows that could not be read again: they stand as they were. */
export function StaleNote({ problem, otherwise, onAgain }: StaleNoteProps) {
  return (
    <Note
      urgent
      tone="bad"
      title={problem?.message ?? otherwise}
      actions={<Button onClick={onAgain}>{say("Try again")}</Button>}
    >
      {say("What you see may be out of date.")}
    </Note>
  );
}
