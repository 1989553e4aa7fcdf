import type { ApiError } from "../api/request.ts";
import { t } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { Callout } from "../ui/feedback/Callout.tsx";

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
