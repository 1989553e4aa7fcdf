import { useEffect, useMemo } from "react";
import { addDays, startOfDay } from "../../../shared/dates.ts";
import { type AgeingRecord, ageing } from "../../../shared/endpoints/ageing.ts";
import { type ReminderStatus, reminderStatus, sendReminders } from "../../../shared/endpoints/reminders.ts";
import { useCanCall } from "../../api/useCanCall.ts";
import { useLiveQuery } from "../../live/useLiveQuery.ts";

/** Who has not paid and who was reminded of it today, live; what reminders are is known to those who see all houses. */
export function useAgeing() {
  const reminding = useCanCall(reminderStatus);
  const choosing = useCanCall(sendReminders);
  const { data, error, loading, refetch } = useLiveQuery<{ data: AgeingRecord }>(ageing.path, ageingResources);
  const reminders = useLiveQuery<{ data: ReminderStatus }>(
    reminding ? reminderStatus.path : null,
    reminderResources,
  ).data;
  const known = data?.data;
  const state = reminders?.data;
  useRefetchAtMidnight(known?.today, refetch);
  const houses = useMemo(() => {
    const today = new Map(state?.today.map((reminder) => [reminder.PlotID, reminder]));
    return (known?.houses ?? []).map((house) => ({ ...house, reminder: today.get(house.PlotID) }));
  }, [known, state]);
  return {
    ageing: known,
    houses,
    reminders: state,
    canSeeReminders: reminding,
    canSendReminders: choosing,
    error,
    loading,
    refetch,
  };
}

const ageingResources = ["ageing"];
const reminderResources = ["reminders"];

/** At the society's midnight everything is a day older. */
function useRefetchAtMidnight(today: string | undefined, again: () => void): void {
  useEffect(() => {
    if (today === undefined) return;
    const midnight = startOfDay(addDays(today, 1)).getTime();
    const timer = setTimeout(again, Math.max(1_000, midnight - Date.now() + 1_000));
    return () => clearTimeout(timer);
  }, [today, again]);
}
