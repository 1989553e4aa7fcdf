import { t } from "../../i18n/t.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";

interface LockNoticeProps {
  /** Who locked the month, and when; nothing is shown without it. */
  text: string | undefined;
  /**
   * Whether the user can choose another date in the form. The notice then comes and goes with the date, so it belongs
   * below the form, where it moves nothing.
   */
  canChooseDate?: boolean;
}

/** Says that the month lock refuses the form. */
export function LockNotice({ text, canChooseDate = false }: LockNoticeProps) {
  return (
    text !== undefined && (
      <Callout urgent tone="warn" title={text}>
        {canChooseDate ? t("Choose a date in a month that is open.") : t("It can no longer be changed.")}
      </Callout>
    )
  );
}
