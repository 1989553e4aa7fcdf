import { say } from "./lib/language.ts";
import { Button } from "./ui/Button.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";

interface ResourceEmptyProps {
  /** Why the list could not be read. */
  problem: string | undefined;
  onAgain: () => void;
  /** There are records, but search and filters show none of them. */
  narrowed: boolean;
  onClear: () => void;
  title: string;
  /** What the records are for; told to those who may add one. */
  text: string;
  foundNone: string | undefined;
  /** For those who may add. */
  add: { label: string; onAdd: () => void } | undefined;
}

/** Why a list shows nothing, and the way on. */
export function ResourceEmpty(props: ResourceEmptyProps) {
  const { problem, narrowed, title, text, foundNone = say("Nothing found."), add } = props;
  if (problem !== undefined) {
    return (
      <EmptyState
        title={problem}
        action={
          <Button icon="refresh" onClick={props.onAgain}>
            {say("Try again")}
          </Button>
        }
      />
    );
  }
  if (narrowed) {
    return (
      <EmptyState
        title={foundNone}
        text={say("Nothing matches the search and filters.")}
        action={<Button onClick={props.onClear}>{say("Clear search and filters")}</Button>}
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
