import { say } from "../../lib/language.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { UnreadState } from "../../ui/UnreadState.tsx";

interface AuditEmptyProps {
  /** Why the books could not be read. */
  problem: string | undefined;
  narrowed: boolean;
  onAgain: () => void;
  onClear: () => void;
}

/** Why no change is shown, and the way on. */
export function AuditEmpty({ problem, narrowed, onAgain, onClear }: AuditEmptyProps) {
  if (problem !== undefined) return <UnreadState title={problem} onAgain={onAgain} />;
  if (narrowed)
    return (
      <EmptyState
        title={say("No changes found.")}
        text={say("Nothing matches the filters.")}
        action={<Button onClick={onClear}>{say("Clear filters")}</Button>}
      />
    );
  return <EmptyState title={say("No changes yet.")} text={say("Whatever is added, changed or deleted stands here.")} />;
}
