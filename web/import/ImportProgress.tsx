import type { ImportName } from "../../shared/import-names.ts";
import type { ImportProgress as Progress } from "../../shared/wire.ts";
import { useImportProgress } from "../lib/imports.ts";
import { say, sayName } from "../lib/language.ts";
import { countText } from "../ui/Money.tsx";
import { ShareBar } from "../ui/ProgressBar.tsx";
import { ProgressFailed, ProgressStrip } from "../ui/ProgressStrip.ts";

/** While a spreadsheet is taken in, by whomever: how far it is. Stays for a moment when it is over. */
export function ImportProgress({ name }: { name: ImportName }) {
  const progress = useImportProgress(name);
  if (!progress) return null;
  return (
    <ProgressStrip role="status">
      <strong>{titleOf(progress)}</strong>
      {progress.state === "failed" ? (
        <ProgressFailed>{say("Nothing was changed")}</ProgressFailed>
      ) : (
        <ImportShare progress={progress} />
      )}
    </ProgressStrip>
  );
}

/** Bar and count. The last of it is when all is written at once, which cannot be counted. */
export function ImportShare({ progress: { state, done, total } }: { progress: Progress }) {
  const writing = state === "running" && done >= total;
  return (
    <>
      <ShareBar share={total === 0 ? 1 : done / total} label={say("Rows that are through")} />
      <span>
        {writing
          ? say("Saving {count} rows", { count: countText(total) })
          : say("{count} of {total}", { count: countText(done), total: countText(total) })}
      </span>
    </>
  );
}

function titleOf({ state, by }: Progress): string {
  const name = sayName(by);
  if (state === "running") return say("{name} is importing a spreadsheet", { name });
  return state === "done"
    ? say("{name} has imported a spreadsheet", { name })
    : say("The import of {name} did not go through", { name });
}
