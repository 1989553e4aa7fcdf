import { societyToday } from "../../shared/dates.ts";
import { stillDue } from "../../shared/domain/schedule.ts";
import { type ReminderRecord, reminderState, sendReminders } from "../../shared/endpoints/reminders.ts";
import { messages } from "../../shared/messages.ts";
import { can } from "../../shared/permissions.ts";
import { mails } from "../../shared/resources/mails.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Feed } from "../kernel/feed.ts";
import type { Board } from "../kernel/live.ts";
import { type Store, where } from "../kernel/store.ts";
import { isAddress } from "../mail/address.ts";
import { mailsIn } from "../mail/outbox.ts";
import { progressOf } from "../mail/progress.ts";
import { reminderLetter } from "../mail/reminder-letter.ts";
import { queueReminders, within } from "../mail/reminder-queue.ts";
import type { MailKind } from "../mail/sender.ts";

interface ReminderParts {
  store: Store;
  feed: Feed;
  now: () => Date;
  society: { name: string };
  asFiles: boolean;
}

/** Reminders by mail: asked for by house, written from what is due at the moment of sending, and told of while they go out. */
export function reminders({ store, feed, now, society, asFiles }: ReminderParts): {
  calls: Call[];
  board: Board;
  kind: MailKind;
} {
  return {
    calls: [
      defineCall(sendReminders, async ({ ctx, body: { PlotIDs } }) => {
        const data = await ctx.transaction((tx) => queueReminders(tx, [...new Set(PlotIDs)]));
        const message = data.queued > 0 ? messages.remindersQueued(data.queued) : messages.noReminders;
        return { success: true, message, data };
      }),
      defineCall(reminderState, async ({ ctx: { today } }) => {
        await feed.seen([mails.name]);
        const data = { asFiles, progress: await progressOf(store, "reminder"), today: await ofDay(today) };
        return { success: true, message: "", data };
      }),
    ],
    board: {
      name: "reminders",
      moves: (changes, viewer) => viewer.scope === "all" && mailsIn(changes, "reminder").length > 0,
      mayWatch: (viewer) => can(viewer, { page: "/finance-management?tab=ageing", flag: "CanView" }),
      tell: async (_viewer, emit) => emit("resync", { resources: ["reminders"] }),
    },
    kind: {
      write: async ({ PlotID }) => {
        const house = await store.get(plot, PlotID ?? 0);
        const today = societyToday(now());
        const open = { PlotID, IsPaid: 0, DueDate: where({ $lte: today }) };
        const rows = await store.find(paymentSchedule, open, { sort: { DueDate: 1 } });
        const due = rows.filter((row) => stillDue(row) > 0);
        if (!house || due.length === 0) return { state: "withdrawn", reason: messages.paidMeanwhile };
        if (!isAddress(house.EmailID)) return { state: "failed", reason: messages.wrongAddress };
        return reminderLetter({ house, society: society.name, rows: due, today });
      },
      settle: async () => undefined,
    },
  };

  /** The latest of each house among those that were asked for or sent on that day. */
  async function ofDay(day: string): Promise<ReminderRecord[]> {
    const since = within(day);
    const found = [
      ...(await store.find(mails, { Kind: "reminder", SentAt: since })),
      ...(await store.find(mails, { Kind: "reminder", RunAt: since })),
    ];
    const byHouse = new Map<number, ReminderRecord>();
    for (const { PlotID, State, Reason, SentAt } of found)
      if (PlotID !== null) byHouse.set(PlotID, { PlotID, State, Reason, SentAt });
    return [...byHouse.values()];
  }
}
