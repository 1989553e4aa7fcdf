import { formatDay, societyDayAt } from "../../../shared/dates.ts";
import { billTotals } from "../../../shared/documents/bill.ts";
import { formatConsumerNumber } from "../../../shared/domain/consumer-number.ts";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { type BillMailResult, billMailStatus, sendBillMails } from "../../../shared/endpoints/bill.ts";
import { createMessage, messages } from "../../../shared/messages.ts";
import { toRupees } from "../../../shared/money.ts";
import { type Bill, bill, billFileName, billName } from "../../../shared/resources/bill.ts";
import { mails } from "../../../shared/resources/mails.ts";
import { type Plot, plot } from "../../../shared/resources/plot.ts";
import type { Transaction } from "../../commits/transaction.ts";
import { inArray, type Store } from "../../database/store.ts";
import { runWithPdfRenderer } from "../../documents/pdf-queue.ts";
import { defineEndpointHandler } from "../../http/endpoint-handler.ts";
import { isEmailAddress, toInvalidAddresses } from "../../mail/message.ts";
import {
  getOrCreateMessageIdSuffix,
  type Mail,
  mailChangesOf,
  queueMails,
  readSendProgress,
} from "../../mail/outbox.ts";
import type { MailHandler } from "../../mail/sender.ts";
import { type DetailRow, renderBilingual, type TemplateTranslate } from "../../mail/templates/bilingual.ts";
import { billSubject } from "../../mail/templates/subjects.ts";
import { toLetterhead } from "../../services/society.ts";
import type { FeatureContributions, FeatureServices } from "../feature.ts";
import { toBillDocuments } from "./bill-document.ts";

/** Queues, previews and composes the mails of bills, and signals their progress. */
export function createBillMailContributions(services: FeatureServices): FeatureContributions {
  const { store, changeStream, mailTransport } = services;
  return {
    endpointHandlers: [
      defineEndpointHandler(sendBillMails, async ({ ctx, query }) => {
        if (query.dryRun) {
          const data = toResponseData(await planBillMails(store));
          return { ...createMessage("nothing-saved"), data };
        }
        const data = toResponseData(await ctx.transaction(queueBillMails));
        const message =
          data.queued > 0
            ? createMessage("bill-mails-queued", { count: data.queued })
            : createMessage("all-emails-sent");
        return { ...message, data };
      }),
      defineEndpointHandler(billMailStatus, async () => {
        await changeStream.waitForOwnCommits([mails.name]);
        const data = { asFiles: mailTransport.writesFiles, progress: await readSendProgress(store, "bill") };
        return { data };
      }),
    ],
    liveQueries: [
      {
        name: "bill-mails",
        isAffectedBy: (changes, viewer) => viewer.scope === "all" && mailChangesOf(changes, "bill").length > 0,
        canSubscribe: (viewer) => canAccess(viewer, { resource: bill, verb: "list" }),
        send: async (_viewer, emit) => emit("resync", { resources: ["bill-mails"] }),
      },
    ],
    mailHandlers: { bill: createBillMailHandler(services) },
  };
}

interface BillMailPlan {
  /** `earlier`: the failed or withdrawn mail of the bill, which is sent again. */
  queued: readonly { row: Bill; to: string; earlier: Mail | undefined }[];
  /** Houses with an invalid address. */
  invalidHouses: readonly Plot[];
  /** Number of bills of houses without an address. */
  withoutAddress: number;
}

/** Finds the issued bills that are not mailed yet and whose house has an address. Writes nothing. */
async function planBillMails(source: Pick<Store, "find">): Promise<BillMailPlan> {
  const bills = await source.find(bill, { State: "issued", IsEmailSent: 0 });
  const existing = await source.find(mails, { BillID: inArray(bills.map(({ BillID }) => BillID)) });
  const mailByBill = new Map(existing.map((mail) => [mail.BillID, mail]));
  const rows = await source.find(plot, { PlotID: inArray(bills.map(({ PlotID }) => PlotID)) });
  const houses = new Map(rows.map((house) => [house.PlotID, house]));
  const queued = [];
  const invalidHouses = [];
  let withoutAddress = 0;
  for (const row of bills) {
    const earlier = mailByBill.get(row.BillID);
    const house = houses.get(row.PlotID);
    if (!house || earlier?.State === "waiting" || earlier?.State === "sending") continue;
    // A bill of an earlier owner must not go to the current owner, whose address the house has.
    if (row.OwnedFrom !== house.OwnedFrom) continue;
    if (house.EmailID === "") withoutAddress++;
    else if (isEmailAddress(house.EmailID)) queued.push({ row, to: house.EmailID, earlier });
    else invalidHouses.push(house);
  }
  return { queued, invalidHouses, withoutAddress };
}

/** Queues the planned mails and returns the plan. */
async function queueBillMails(tx: Transaction): Promise<BillMailPlan> {
  // Two concurrent requests conflict in this write: the later one is retried and finds the mails of the first.
  tx.putSecret({ key: "bills asked to be mailed", value: tx.now });
  const plan = await planBillMails(tx);
  const suffix = await getOrCreateMessageIdSuffix(tx);
  for (const { row } of plan.queued) if (row.MailError !== "") tx.update(bill, row, { MailError: "" });
  await queueMails(
    tx,
    "bill",
    plan.queued.map(({ row: { BillID }, to: To, earlier }) => ({
      BillID,
      To,
      MessageID: `bill-${BillID}-${suffix}`,
      earlier,
    })),
  );
  return plan;
}

function toResponseData({ queued, invalidHouses, withoutAddress }: BillMailPlan): BillMailResult {
  return { queued: queued.length, wrong: toInvalidAddresses(invalidHouses), withoutAddress };
}

/** Composes the mail of a bill with its PDF. Withdrawn unless the bill is still issued and the owner the same. */
function createBillMailHandler(services: FeatureServices): MailHandler {
  const { store, now, readSociety } = services;
  return {
    compose: async ({ BillID }) => {
      const row = await store.get(bill, BillID ?? 0);
      if (row?.State === "paid") return { state: "withdrawn", reason: messages["paid-meanwhile"] };
      if (row?.State !== "issued") return { state: "withdrawn", reason: messages["bill-withdrawn"] };
      const house = await store.get(plot, row.PlotID);
      // A bill of an earlier owner must not go to the current owner, whose address the house has.
      if (!house || row.OwnedFrom !== house.OwnedFrom) return { state: "withdrawn" };
      if (!isEmailAddress(house.EmailID)) return { state: "failed", reason: messages["wrong-address"] };
      const society = toLetterhead(readSociety());
      const bills = await toBillDocuments(services, [row]);
      const content = await runWithPdfRenderer("mail", (render) =>
        render({
          kind: "bills",
          bills,
          copies: "1",
          language: "en",
          society,
          issuedOn: societyDayAt(now()),
        }),
      );
      const name = billName(row);
      const message = renderBilingual({
        to: { name: row.OwnerName, address: house.EmailID },
        subject: billSubject(society.Name, row),
        society,
        blocks: (t) => [
          {
            text: t("this is bill {bill} of {day} for house {house}.", {
              bill: name,
              day: formatDay(row.IssuedOn),
              house: row.HouseNo,
            }),
          },
          { details: [[t("Consumer No"), formatConsumerNumber(row.ConsumerNo)], ...describeAmounts(row, t)] },
          { text: t("Please pay at the office. If you have already paid, ignore this email.") },
        ],
      });
      const attachment = { filename: billFileName(row), contentType: "application/pdf", content };
      return { ...message, attachments: [attachment, ...(message.attachments ?? [])] };
    },
    applyOutcome: async (tx, { mail, outcome }) => {
      const row = await tx.findFirst(bill, { BillID: mail.BillID });
      if (!row) return;
      if (outcome.state === "sent") tx.update(bill, row, { IsEmailSent: 1, MailError: "" });
      if (outcome.state === "failed") tx.update(bill, row, { MailError: outcome.reason });
    },
  };
}

function describeAmounts(row: Bill, t: TemplateTranslate): DetailRow[] {
  const amounts = { AmountWithin: toRupees(row.AmountWithin), AmountAfter: toRupees(row.AmountAfter) };
  return billTotals({ ...row, ...amounts }, t).map(({ label, value }) => [label, value]);
}
