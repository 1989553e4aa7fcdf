import { societyDayAt } from "../../../shared/dates.ts";
import { outstandingAmount } from "../../../shared/domain/schedule.ts";
import {
  type ReminderPreview,
  type ReminderRecord,
  readReminderStatus,
  sendReminders,
} from "../../../shared/endpoints/reminders.ts";
import { createMessage, messages } from "../../../shared/messages.ts";
import { sumPaisa, toRupees } from "../../../shared/money.ts";
import { can } from "../../../shared/permissions.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { isEmailAddress, type MailMessage, toInvalidAddresses } from "../../mail/message.ts";
import { mailChangesOf, onSocietyDay, readSendProgress } from "../../mail/outbox.ts";
import { type NotSent, toMailSample } from "../../mail/sender.ts";
import { readOpenItems } from "../../services/house-items.ts";
import { toLetterhead } from "../../services/society.ts";
import type { Feature, FeatureContributions, FeatureServices } from "../feature.ts";
import { listOverdueItems, planReminders, queueReminders, type ReminderPlan } from "./mail-queue.ts";
import { renderReminderMail } from "./mail-template.ts";

export const feature: Feature = { initialize: initializeReminders };

/** Queues, previews and composes reminders, with the amounts due at the time of sending, and signals their progress. */
function initializeReminders({
  store,
  changeStream,
  now,
  readSociety,
  mailTransport,
}: FeatureServices): FeatureContributions {
  return {
    endpointHandlers: [
      defineEndpointHandler(sendReminders, async ({ ctx, query, body }) => {
        const PlotIDs = [...new Set(body.PlotIDs)];
        if (query.dryRun) {
          const plan = await planReminders(store, { PlotIDs, today: ctx.today });
          const preview = await previewReminders(plan);
          return { ...createMessage("nothing-saved"), data: { ...toResponseData(plan), preview } };
        }
        const data = toResponseData(await ctx.transaction((tx) => queueReminders(tx, PlotIDs)));
        const message =
          data.queued > 0 ? createMessage("reminders-queued", { count: data.queued }) : createMessage("no-reminders");
        return { ...message, data };
      }),
      defineEndpointHandler(readReminderStatus, async ({ ctx: { today } }) => {
        await changeStream.waitForOwnCommits([mails.name]);
        const data = {
          asFiles: mailTransport.writesFiles,
          progress: await readSendProgress(store, "reminder"),
          today: await readRemindersOf(today),
        };
        return { data };
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
        compose: ({ PlotID }) => compose(PlotID ?? 0),
        applyOutcome: async () => undefined,
      },
    },
  };

  /** The reminder with what is overdue now, or why it must not be sent. */
  async function compose(PlotID: number): Promise<MailMessage | NotSent> {
    const house = await store.get(plot, PlotID);
    const today = societyDayAt(now());
    // On an owner's first day nothing is overdue for them: the reminder was for the earlier owner.
    if (!house || house.OwnedFrom === today) return { state: "withdrawn" };
    const items = listOverdueItems(house, await readOpenItems(store, PlotID), today);
    if (items.length === 0) return { state: "withdrawn", reason: messages["paid-meanwhile"] };
    if (!isEmailAddress(house.EmailID)) return { state: "failed", reason: messages["wrong-address"] };
    return renderReminderMail({ house, society: toLetterhead(readSociety()), items, today });
  }

  async function previewReminders({ queued }: ReminderPlan): Promise<ReminderPreview> {
    const items = queued.flatMap((reminder) => reminder.items);
    const [first] = queued;
    return {
      overdue: toRupees(sumPaisa(items.map(outstandingAmount))),
      oldestDue: items.map(({ DueDate }) => DueDate).toSorted()[0] ?? null,
      sample: first ? toMailSample(await compose(first.house.PlotID)) : null,
    };
  }

  /** The state of the reminder of each house that was requested or sent on that day. */
  async function readRemindersOf(day: string): Promise<ReminderRecord[]> {
    const onDay = onSocietyDay(day);
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

function toResponseData({ queued, already, paid, invalidHouses }: ReminderPlan) {
  return { queued: queued.length, already, paid, wrong: toInvalidAddresses(invalidHouses) };
}
