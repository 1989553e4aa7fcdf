import { useState } from "react";
import type { AnyResource } from "../../../shared/registry.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t, translateName } from "../../i18n/t.ts";
import { type RecentChange, useRecentChanges } from "../../live/recentChanges.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { idOf } from "../formValues.ts";

/** The change by which another user has deleted the record while it is edited; undefined while it exists. */
export function useDeletion(resource: AnyResource, record: object | undefined): RecentChange | undefined {
  const changes = useRecentChanges();
  // Stored, because only the last changes are kept, while the form may stay open.
  const [stored, setStored] = useState<RecentChange>();
  if (!record) return undefined;
  const id = idOf(resource, record);
  const isOfRecord = (change: RecentChange) => change.resource === resource.name && change.id === id;
  const last = changes.findLast(isOfRecord) ?? (stored && isOfRecord(stored) ? stored : undefined);
  if (last && last !== stored) setStored(last);
  return last?.type === "delete" ? last : undefined;
}

/** Shown in an open form when its record is deleted. */
export function DeletedNotice({ deletion: { by, at } }: { deletion: RecentChange }) {
  return (
    <Callout
      urgent
      sticky
      tone="bad"
      title={t("{name} deleted this, {time}", { name: translateName(by), time: formatTimestamp(at) })}
    >
      {t("You cannot save it. Your input stays here until you close the form, so that you can copy it.")}
    </Callout>
  );
}
