import { t } from "../../i18n/t.ts";
import { useEditors, usePublishEditing } from "../../live/presence.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";

interface ConcurrentEditNoticeProps {
  resource: string;
  id: number;
}

/** Tells the colleagues that the record is open for change here, and whoever opened it which of them has it open too. */
export function ConcurrentEditNotice({ resource, id }: ConcurrentEditNoticeProps) {
  usePublishEditing(resource, id);
  const editor = useEditors(resource)(id);
  if (!editor) return null;
  return (
    <Callout title={t("{name} is editing this", editor)}>
      {t("Whoever saves first is kept; the other is asked what shall be.")}
    </Callout>
  );
}
