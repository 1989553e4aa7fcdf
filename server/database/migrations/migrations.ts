import { account, cashAccount, cashAccountId } from "../../../shared/resources/account.ts";
import { resources } from "../../../shared/resources/index.ts";
import { ownership } from "../../../shared/resources/ownership.ts";
import { cnicGuard, plot } from "../../../shared/resources/plot.ts";
import { newSociety, society } from "../../../shared/resources/society.ts";
import { storedSearchFields } from "../../../shared/search.ts";
import { type ChangeCount, type CommitDoc, commitsCollection, countChanges } from "../../commits/commit.ts";
import type { RequestContext } from "../../commits/request-context.ts";
import { demoSociety } from "../../seed/demo/society.ts";
import { addFirstOwnerships } from "../../services/ownership.ts";
import { buildWordField, searchWordField } from "../search-words.ts";
import type { Store } from "../store.ts";
import { addPageAction } from "./add-pages.ts";

/** A change of stored records. Must be idempotent, because an interrupted migration runs again. */
interface Migration {
  /** Description for the log. */
  name: string;
  run: (store: Store, ctx: RequestContext) => Promise<void>;
}

/** Fields that are newer than the first release, with the values for older rows. */
const defaultValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  users: { IsFirstSignIn: false },
  expenses: { ImportKey: "" },
  "payment-receipt": { MailError: "", ImportKey: "" },
  "payment-schedule": { TickedDate: null },
  mails: { PlotID: null },
};

const addMissingFields: Migration = {
  name: "add the fields that are newer than the first release",
  run: async (store) => {
    for (const [name, values] of Object.entries(defaultValues))
      for (const [field, value] of Object.entries(values))
        await store.collection({ name }).updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
  },
};

type CommitCollection = ReturnType<typeof commitsOf>;

const batchSize = 1_000;

/** Adds change counts to the first part of each commit. The activity list is filtered by them. */
const addCommitSums: Migration = {
  name: "add change counts to each transaction",
  run: async (store) => {
    const commits = commitsOf(store);
    let batch: { transaction: string; sums: ChangeCount[] }[] = [];
    for await (const { transaction, parts, changes } of commits.find({ part: 0, sums: { $exists: false } })) {
      const sums = parts === 1 ? countChanges(changes) : await countAllChanges(commits, transaction);
      batch.push({ transaction, sums });
      if (batch.length < batchSize) continue;
      await writeBatch(commits, batch);
      batch = [];
    }
    await writeBatch(commits, batch);
  },
};

async function countAllChanges(commits: CommitCollection, transactionId: string): Promise<ChangeCount[]> {
  const parts = await commits.find({ transaction: transactionId }).sort({ part: 1 }).toArray();
  return countChanges(parts.flatMap(({ changes }) => changes));
}

async function writeBatch(
  commits: CommitCollection,
  batch: readonly { transaction: string; sums: ChangeCount[] }[],
): Promise<void> {
  if (batch.length === 0) return;
  await commits.bulkWrite(
    batch.map(({ transaction, sums }) => ({
      updateOne: { filter: { transaction, part: 0 }, update: { $set: { sums } } },
    })),
  );
}

function commitsOf({ connection }: Store) {
  return connection.collection<CommitDoc>(commitsCollection);
}

const addWaivedAmounts: Migration = {
  name: "add waived and refunded amounts to installments and receipts",
  run: async (store) => {
    const isMissing = (field: string) => ({ [field]: { $exists: false } });
    await store
      .collection({ name: "payment-schedule" })
      .updateMany(isMissing("WaivedAmount"), { $set: { WaivedAmount: 0, WaivedPenalty: 0 } });
    await store
      .collection({ name: "payment-receipt" })
      .updateMany(isMissing("RefundedAmount"), { $set: { RefundedAmount: 0 } });
  },
};

/** Creates the society's record with the name that earlier releases showed for every society. */
const addSociety: Migration = {
  name: "create the society's record",
  run: async (_store, ctx) => {
    await ctx.transaction(async (tx) => {
      const [existing] = await tx.find(society, {});
      if (!existing) await tx.insert(society, demoSociety);
    });
  },
};

const markDuplicateMonths: Migration = {
  name: "add the billing month to installments, and mark further installments of the same house and month",
  run: async (store) => {
    const schedule = store.collection({ name: "payment-schedule" });
    const newFields = { BillingMonth: { $substrCP: ["$DueDate", 0, 7] }, IsDuplicate: { $literal: 1 } };
    // All rows are marked at first, so that the unique index accepts them whatever order they are written in.
    await schedule.updateMany({ IsDuplicate: { $exists: false } }, [{ $set: newFields }]);
    const firstRows = schedule.aggregate<{ id: number }>(
      [
        // Of each month, the installment with the most money on it is kept as the regular one, otherwise the oldest.
        { $sort: { PlotID: 1, BillingMonth: 1, AmountReceived: -1, _id: 1 } },
        { $group: { _id: { PlotID: "$PlotID", BillingMonth: "$BillingMonth" }, id: { $first: "$_id" } } },
      ],
      { allowDiskUse: true },
    );
    let ids: number[] = [];
    const unmark = async () => {
      await schedule.updateMany({ _id: { $in: ids } }, { $set: { IsDuplicate: 0 } });
      ids = [];
    };
    for await (const { id } of firstRows) if (ids.push(id) >= batchSize) await unmark();
    await unmark();
  },
};

/** Fields of receipts that were added with the payment details, with the values for older receipts. */
const receiptDetails = {
  Reference: "",
  BankName: "",
  ChequeNo: "",
  ChequeDate: null,
  MailedAs: "",
  VoidReason: "",
};

const addReceiptDetails: Migration = {
  name: "add payment details and reasons of voids to receipts",
  run: async (store) => {
    for (const [field, value] of Object.entries(receiptDetails))
      await store
        .collection({ name: "payment-receipt" })
        .updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
  },
};

const addSignUpSettings: Migration = {
  name: "treat the email addresses of existing accounts as confirmed, and keep signing up open",
  run: async (store) => {
    await store
      .collection({ name: "users" })
      .updateMany({ IsEmailVerified: { $exists: false } }, { $set: { IsEmailVerified: true } });
    await store
      .collection({ name: "society" })
      .updateMany({ IsSignUpOpen: { $exists: false } }, { $set: { IsSignUpOpen: true } });
  },
};

const addOwnerships: Migration = {
  name: "add the owner of each plot as its first ownership, the payer to receipts, and the permission to see CNICs",
  run: async (store, ctx) => {
    const isMissing = (field: string) => ({ [field]: { $exists: false } });
    await store.collection(plot).updateMany(isMissing("OwnedFrom"), { $set: { OwnedFrom: null } });
    await ctx.transaction(async (tx) => {
      const owned = new Set((await tx.find(ownership, {})).map(({ PlotID }) => PlotID));
      await addFirstOwnerships(
        tx,
        (await tx.find(plot, {})).filter(({ PlotID }) => !owned.has(PlotID)),
      );
      await addPageAction(tx, { path: cnicGuard.page, actionName: "ViewCNIC" });
    });
    const receipts = store.collection({ name: "payment-receipt" });
    const plots = await store.find(plot, {});
    for (let start = 0; start < plots.length; start += batchSize)
      await receipts.bulkWrite(
        plots.slice(start, start + batchSize).map(({ PlotID, OwnerName }) => ({
          updateMany: { filter: { PlotID, ...isMissing("PayerName") }, update: { $set: { PayerName: OwnerName } } },
        })),
      );
  },
};

const addSecondFactor: Migration = {
  name: "add the second factor to users, roles and sessions",
  run: async (store) => {
    for (const [name, field, value] of [
      ["users", "HasTotp", false],
      ["role", "RequireTotp", false],
      ["sessions", "TotpAt", null],
    ] as const)
      await store.collection({ name }).updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
  },
};

const addSearchWords: Migration = {
  name: "add the words that searches find to texts",
  run: async (store) => {
    for (const resource of resources) {
      const fields = storedSearchFields(resource);
      if (fields.length === 0) continue;
      const collection = store.collection(resource);
      const projection = Object.fromEntries(fields.map((name) => [name, 1]));
      let updates: { updateOne: { filter: object; update: object } }[] = [];
      for await (const row of collection.find({ [searchWordField]: { $exists: false } }, { projection })) {
        updates.push({ updateOne: { filter: { _id: row._id }, update: { $set: buildWordField(resource, row) } } });
        if (updates.length < batchSize) continue;
        await collection.bulkWrite(updates, { ordered: false });
        updates = [];
      }
      if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false });
    }
  },
};

/** Fields that were added with the accounts. Null is the default account, so that all rows get the same value. */
const accountFields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "payment-receipt": { AccountID: null },
  "payment-schedule": { AccountID: null },
  adjustment: { AccountID: null, TickedDate: null, TickedAccountID: null },
  expenses: { AccountID: null, Payee: "", VoucherNo: "", AttachmentID: "", AttachmentType: "" },
  society: { MethodAccounts: newSociety.MethodAccounts },
};

const addAccounts: Migration = {
  name: "create the cash account, and add the account to payments, and payee and voucher number to expenses",
  run: async (store, ctx) => {
    await store
      .collection({ name: "payment-receipt" })
      .updateMany({ AccountID: { $exists: false }, PaymentMethod: "Cash" }, { $set: { AccountID: cashAccountId } });
    for (const [name, values] of Object.entries(accountFields))
      for (const [field, value] of Object.entries(values))
        await store.collection({ name }).updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
    await ctx.transaction(async (tx) => {
      const [existing] = await tx.find(account, {});
      if (!existing) await tx.insert(account, cashAccount);
    });
  },
};

/** In order of their versions. Released migrations never change; new ones are added at the end. */
export const migrations: readonly Migration[] = [
  addMissingFields,
  addCommitSums,
  addWaivedAmounts,
  addSociety,
  markDuplicateMonths,
  addReceiptDetails,
  addSignUpSettings,
  addOwnerships,
  addSecondFactor,
  addSearchWords,
  addAccounts,
];

/** The version of the records that this release reads and writes. The first release has version 1. */
export const latestVersion = 1 + migrations.length;
