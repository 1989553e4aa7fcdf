import { t } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { FailedRequest } from "./FailedRequest.tsx";

interface ResourceEmptyStateProps {
  /** The error of the request for the list; undefined if it was loaded. */
  error: unknown;
  /** The title if the request failed; by default the message of the error. */
  errorTitle?: string;
  onRetry: () => unknown;
  /** Set while there are records that the search or the filters hide. */
  onClearFilters?: (() => void) | undefined;
  title: string;
  /** What the records are for, or where they come from. */
  text?: string;
  noMatchesTitle?: string;
  addLabel?: string;
  /** Undefined for users who may not add a record. */
  onAdd?: (() => void) | undefined;
}

/** Explains why a list is empty and offers the next step: retry, clear the filters or add a record. */
export function ResourceEmptyState(props: ResourceEmptyStateProps) {
  const {
    error,
    errorTitle,
    onRetry,
    onClearFilters,
    title,
    text = "",
    noMatchesTitle = t("Nothing found."),
    addLabel,
    onAdd,
  } = props;
  if (error !== undefined) return <FailedRequest error={error} title={errorTitle} onRetry={onRetry} />;
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
      text={onAdd ? t("Add the first one. {text}", { text }) : text}
      action={
        onAdd && (
          <Button icon="plus" shortcut="n" onClick={onAdd}>
            {addLabel}
          </Button>
        )
      }
    />
  );
}
