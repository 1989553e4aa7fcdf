import type { ApiError } from "../api/request.ts";
import { t } from "../i18n/t.ts";
import { Button } from "../ui/button/Button.tsx";
import { Callout } from "../ui/feedback/Callout.tsx";

interface StaleDataNoticeProps {
  error: ApiError | undefined;
  /** Whether an earlier load has succeeded. */
  hasData: boolean;
  onRetry: () => void;
}

/** Warns that the last load failed and the data is from an earlier one. */
export function StaleDataNotice({ error, hasData, onRetry }: StaleDataNoticeProps) {
  if (!error || !hasData) return null;
  return (
    <Callout
      urgent
      tone="bad"
      title={error.message}
      actions={error.isTemporary && <Button onClick={onRetry}>{t("Try again")}</Button>}
    >
      {t("This data may be out of date.")}
    </Callout>
  );
}
