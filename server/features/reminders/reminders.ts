import { type Day, societyToday } from "../../../shared/dates.ts";
import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import { type ReminderRecord, reminderStatus, sendReminders } from "../../../shared/endpoints/reminders.ts";
import { createMessage, messages } from "../../../shared/messages.ts";
import { can } from "../../../shared/permissions.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { isEmailAddress } from "../../mail/message.ts";
import { filterForDay, mailChangesOf, readSendProgress } from "../../mail/outbox.ts";
import { readHouseItems } from "../../services/house-items.ts";
import { toLetterhead } from "../../services/society-profile.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";
import { queueReminders } from "./mail-queue.ts";
import { renderReminderMail } from "./mail-template.ts";

const laterDay = (a: Day, b: Day): Day => (a > b ? a : b);

export const feature: Feature = { initialize: initializeReminders };

/** Mailing reminders: the request, the content with what is due at the time of sending, and the live progress. */
function initializeReminders({
  store,
  changeStream,
  now,
  readSociety,
  mailTransport,
}: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(sendReminders, async ({ ctx, body: { PlotIDs } }) => {
        const data = await ctx.transaction((tx) => queueReminders(tx, [...new Set(PlotIDs)]));
        const message =
          data.queued > 0 ? createMessage("reminders-queued", { count: data.queued }) : createMessage("no-reminders");
        return { success: true, ...message, data };
      }),
      defineEndpointHandler(reminderStatus, async ({ ctx: { today } }) => {
        await changeStream.waitForCommit([mails.name]);
        const data = {
          asFiles: mailTransport.asFiles,
          progress: await readSendProgress(store, "reminder"),
          today: await readRemindersOf(today),
        };
        return { success: true, message: "", data };
      }),
    ],
    liveQueries: [
      {
        name: "reminders",
        dependsOnDay: true,
        isAffectedBy: (changes, viewer) => viewer.scope === "all" && mailChangesOf(changes, "reminder").length > 0,
        canSubscribe: (viewer) => can(viewer, { page: "/finance-management?tab=ageing", flag: "CanView" }),
        send: async (_viewer, emit) => emit("resync", { resources: ["reminders"] }),
      },
    ],
    mailHandlers: {
      reminder: {
        compose: async ({ PlotID }) => {
          const house = await store.get(plot, PlotID ?? 0);
          const today = societyToday(now());
          const openItems = await readHouseItems(store, { plotFilter: PlotID, unpaid: true });
          const due = openItems.filter((row) => row.DueDate <= today && outstandingAmount(row) > 0);
          if (!house || due.length === 0) return { state: "withdrawn", reason: messages["paid-meanwhile"] };
          if (!isEmailAddress(house.EmailID)) return { state: "failed", reason: messages["wrong-address"] };
          // What the owner has taken over with the house is due since then.
          const rows = due.map((row) => ({ ...row, DueDate: laterDay(row.DueDate, house.OwnedFrom ?? "") }));
          return renderReminderMail({ house, society: toLetterhead(readSociety()), rows, today });
        },
        applyOutcome: async () => undefined,
      },
    },
  };

  /** The state of the reminder of each house that was requested or sent on that day. */
  async function readRemindersOf(day: string): Promise<ReminderRecord[]> {
    const onDay = filterForDay(day);
    const mailsOfDay = [
      ...(await store.find(mails, { Kind: "reminder", SentAt: onDay })),
      ...(await store.find(mails, { Kind: "reminder", RunAt: onDay })),
    ];
    const recordByPlot = new Map<number, ReminderRecord>();
    for (const { PlotID, State, Reason, SentAt } of mailsOfDay)
      if (PlotID !== null) recordByPlot.set(PlotID, { PlotID, State, Reason, SentAt });
    return [...recordByPlot.values()];
  }
}
