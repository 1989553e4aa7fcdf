import { t } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { LoadError } from "../ui/feedback/LoadError.tsx";

interface ResourceEmptyStateProps {
  /** Why the list could not be read. */
  error: string | undefined;
  onRetry: () => void;
  /** Where there are records, but search and filters show none of them: shows all. */
  onClearFilters?: (() => void) | undefined;
  title: string;
  /** What the records are for; told to those who may add one. */
  text?: string;
  noMatchesTitle?: string;
  /** For those who may add. */
  add?: { label: string; onAdd: () => void } | undefined;
}

/** Why a list shows nothing, and the way on. */
export function ResourceEmptyState(props: ResourceEmptyStateProps) {
  const { error, onClearFilters, title, text = "", noMatchesTitle = t("Nothing found."), add } = props;
  if (error !== undefined) return <LoadError title={error} onRetry={props.onRetry} />;
  if (onClearFilters) {
    return (
      <EmptyState
        title={noMatchesTitle}
        text={t("Nothing matches the search and filters.")}
        action={<Button onClick={onClearFilters}>{t("Clear search and filters")}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={title}
      text={add && t("Add the first one. {text}", { text })}
      action={
        add && (
          <Button icon="plus" shortcut="n" onClick={add.onAdd}>
            {add.label}
          </Button>
        )
      }
    />
  );
}
