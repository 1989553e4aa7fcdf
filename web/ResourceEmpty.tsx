import { say } from "./lib/language.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { UnreadState } from "./ui/UnreadState.tsx";

interface ResourceEmptyProps {
  /** Why the list could not be read. */
  problem: string | undefined;
  onAgain: () => void;
  /** Where there are records, but search and filters show none of them: shows all. */
  onClear?: (() => void) | undefined;
  title: string;
  /** What the records are for; told to those who may add one. */
  text?: string;
  foundNone?: string;
  /** For those who may add. */
  add?: { label: string; onAdd: () => void } | undefined;
}

/** Why a list shows nothing, and the way on. */
export function ResourceEmpty(props: ResourceEmptyProps) {
  const { problem, onClear, title, text = "", foundNone = say("Nothing found."), add } = props;
  if (problem !== undefined) return <UnreadState title={problem} onAgain={props.onAgain} />;
  if (onClear) {
    return (
      <EmptyState
        title={foundNone}
        text={say("Nothing matches the search and filters.")}
        action={<Button onClick={onClear}>{say("Clear search and filters")}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={title}
      text={add && say("Add the first one. {text}", { text })}
      action={
        add && (
          <Button icon="plus" kbd="n" onClick={add.onAdd}>
            {add.label}
          </Button>
        )
      }
    />
  );
}
