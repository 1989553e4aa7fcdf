import { useEffect, useMemo } from "react";
import { addDays, startOfDay } from "../../../shared/dates.ts";
import { type AgeingRecord, ageing } from "../../../shared/endpoints/ageing.ts";
import { type ReminderState, reminderState, sendReminders } from "../../../shared/endpoints/reminders.ts";
import { useLiveAnswer } from "../../lib/useLiveAnswer.ts";
import { useMayCall } from "../../lib/useMayCall.ts";

/** Who has not paid and who was reminded of it today, live; what reminders are is known to those who see all houses. */
export function useAgeing() {
  const reminding = useMayCall(reminderState);
  const choosing = useMayCall(sendReminders);
  const { answer, problem, loading, again } = useLiveAnswer<{ data: AgeingRecord }>(ageing.path, heardOfAgeing);
  const reminders = useLiveAnswer<{ data: ReminderState }>(
    reminding ? reminderState.path : null,
    heardOfReminders,
  ).answer;
  const known = answer?.data;
  const state = reminders?.data;
  useNextDay(known?.today, again);
  const houses = useMemo(() => {
    const today = new Map(state?.today.map((reminder) => [reminder.PlotID, reminder]));
    return (known?.houses ?? []).map((house) => ({ ...house, reminder: today.get(house.PlotID) }));
  }, [known, state]);
  return { ageing: known, houses, reminders: state, reminding, choosing, problem, loading, again };
}

const heardOfAgeing = ["ageing"];
const heardOfReminders = ["reminders"];

/** At the society's midnight everything is a day older. */
function useNextDay(today: string | undefined, again: () => void): void {
  useEffect(() => {
    if (today === undefined) return;
    const midnight = startOfDay(addDays(today, 1)).getTime();
    const timer = setTimeout(again, Math.max(1_000, midnight - Date.now() + 1_000));
    return () => clearTimeout(timer);
  }, [today, again]);
}
