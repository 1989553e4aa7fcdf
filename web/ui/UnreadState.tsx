import { say } from "../lib/language.ts";
import { Button } from "./Button.tsx";
import { EmptyState } from "./EmptyState.tsx";

interface UnreadStateProps {
  title: string;
  text?: string;
  onAgain: () => void;
}

/** Stands where rows would that could not be read. */
export function UnreadState({ title, text, onAgain }: UnreadStateProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button icon="refresh" onClick={onAgain}>
          {say("Try again")}
        </Button>
      }
    />
  );
}
