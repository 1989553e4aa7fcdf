import { t } from "./lib/language.ts";
import type { ApiError } from "./lib/request.ts";
import { Callout } from "./Note.tsx";
import { Button } from "./ui/Button.tsx";

interface StaleDataNoticeProps {
  error: ApiError | undefined;
  /** There is something that was read before. */
  hasData: boolean;
  onRetry: () => void;
}

/** Over what could be read once, and not again: it stands as it was. */
export function StaleDataNotice({ error, hasData, onRetry }: StaleDataNoticeProps) {
  if (!error || !hasData) return null;
  return (
    <Callout urgent tone="bad" title={error.message} actions={<Button onClick={onRetry}>{t("Try again")}</Button>}>
      {t("What you see may be out of date.")}
    </Callout>
  );
}
