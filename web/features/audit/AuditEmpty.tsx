import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LoadError } from "../../ui/feedback/LoadError.tsx";

interface AuditEmptyProps {
  /** Why the books could not be read. */
  problem: string | undefined;
  isFiltered: boolean;
  onRetry: () => void;
  onClear: () => void;
}

/** Why no change is shown, and the way on. */
export function AuditEmpty({ problem, isFiltered, onRetry, onClear }: AuditEmptyProps) {
  if (problem !== undefined) return <LoadError title={problem} onRetry={onRetry} />;
  if (isFiltered)
    return (
      <EmptyState
        title={t("No changes found.")}
        text={t("Nothing matches the filters.")}
        action={<Button onClick={onClear}>{t("Clear filters")}</Button>}
      />
    );
  return <EmptyState title={t("No changes yet.")} text={t("Whatever is added, changed or deleted stands here.")} />;
}
