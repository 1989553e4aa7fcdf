import type { RunProgress as Progress, RunKind } from "../../../shared/wire.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useRunProgress } from "../../live/runProgress.ts";
import { ProgressBar, ProgressErrors, ProgressStrip } from "../../ui/feedback/ProgressBar.tsx";
import { formatCount } from "../../ui/text/Money.tsx";

/** Progress of an import or bill print by any user; disappears a few seconds after its end. */
export function RunProgress({ kind }: { kind: RunKind }) {
  const progress = useRunProgress(kind);
  if (!progress) return null;
  return (
    <ProgressStrip role="status">
      <strong>{getTitle(progress)}</strong>
      {progress.state === "failed" ? (
        <ProgressErrors>{t("Nothing was changed")}</ProgressErrors>
      ) : (
        <RunProgressBar progress={progress} />
      )}
    </ProgressStrip>
  );
}

/** Bar and count of the processed rows or bills. After the last row, an import saves all of them in one step. */
export function RunProgressBar({ progress: { kind, state, done, total } }: { progress: Progress }) {
  const isSaving = kind !== "bill-print" && state === "running" && done >= total;
  return (
    <>
      <ProgressBar
        share={total === 0 ? 1 : done / total}
        label={kind === "bill-print" ? t("Bills processed") : t("Rows processed")}
      />
      <span>
        {isSaving
          ? t("Saving {count} rows", { count: formatCount(total) })
          : t("{count} of {total}", { count: formatCount(done), total: formatCount(total) })}
      </span>
    </>
  );
}

function getTitle({ kind, state, by }: Progress): string {
  const name = translateName(by);
  if (kind === "bill-print")
    return {
      running: t("{name} is printing bills", { name }),
      done: t("{name} has printed bills", { name }),
      failed: t("The bills of {name} could not be printed", { name }),
    }[state];
  if (state === "running") return t("{name} is importing a spreadsheet", { name });
  return state === "done"
    ? t("{name} has imported a spreadsheet", { name })
    : t("The import by {name} failed", { name });
}
