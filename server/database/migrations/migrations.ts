import { account, cashAccount, cashAccountId } from "../../../shared/resources/account.ts";
import { resources } from "../../../shared/resources/index.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { newSociety, society } from "../../../shared/resources/society.ts";
import { storedSearchFields } from "../../../shared/search.ts";
import { demoSociety } from "../../seed/demo/society.ts";
import { dropIndex, dropObsoleteIndexes } from "../indexes.ts";
import { buildWordField, searchWordField } from "../search-words.ts";
import { addChangeCounts } from "./change-counts.ts";
import { addBounceReasons, correctPayers, registerCheques } from "./cheques.ts";
import { addFields, addFieldsMigration, batchSize, type Migration, type NewFields } from "./migration.ts";
import {
  addBillOwners,
  addCertificateAndClaimOwners,
  addClaimOwners,
  addOwnerships,
  addTransferFees,
  addTransferTimes,
} from "./ownerships.ts";

const addMissingFields = addFieldsMigration("add the fields that are newer than the first release", {
  users: { IsFirstSignIn: false },
  expenses: { ImportKey: "" },
  "payment-receipt": { MailError: "", ImportKey: "" },
  "payment-schedule": { TickedDate: null },
  mails: { PlotID: null },
});

const addWaivedAmounts = addFieldsMigration("add waived and refunded amounts to installments and receipts", {
  "payment-schedule": { WaivedAmount: 0, WaivedPenalty: 0 },
  "payment-receipt": { RefundedAmount: 0 },
});

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
    // First all rows are marked as duplicates, because the unique index accepts any number of duplicates.
    await schedule.updateMany({ IsDuplicate: { $exists: false } }, [{ $set: newFields }]);
    const firstRows = schedule.aggregate<{ id: number }>(
      [
        // The regular installment of a month is the one that has received most, and among equal ones the oldest.
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

const addReceiptDetails = addFieldsMigration("add payment details and reasons of voids to receipts", {
  "payment-receipt": {
    Reference: "",
    BankName: "",
    ChequeNo: "",
    ChequeDate: null,
    MailedAs: "",
    VoidReason: "",
  },
});

const addSignUpSettings = addFieldsMigration(
  "treat the email addresses of existing accounts as confirmed, and keep signing up open",
  { users: { IsEmailVerified: true }, society: { IsSignUpOpen: true } },
);

const addSecondFactor = addFieldsMigration("add the second factor to users, roles and sessions", {
  users: { HasTotp: false },
  role: { RequireTotp: false },
  sessions: { TotpAt: null },
});

const addSearchWords: Migration = {
  name: "add search words to texts",
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

/** Fields that were added with the accounts. Null is the account of the payment method, or else cash. */
const accountFields: NewFields = {
  "payment-receipt": { AccountID: null },
  "payment-schedule": { AccountID: null },
  adjustment: { AccountID: null, TickedDate: null, TickedAccountID: null },
  expenses: { AccountID: null, Payee: "", VoucherNo: "", AttachmentID: "", AttachmentType: "" },
  society: { MethodAccounts: newSociety.MethodAccounts },
};

const addAccounts: Migration = {
  name: "create the cash account, and add the account to payments, and payee and voucher number to expenses",
  run: async (store, ctx) => {
    // With null, receipts in cash would move when the society chooses an account for cash.
    await store
      .collection({ name: "payment-receipt" })
      .updateMany({ AccountID: { $exists: false }, PaymentMethod: "Cash" }, { $set: { AccountID: cashAccountId } });
    await addFields(store, accountFields);
    await ctx.transaction(async (tx) => {
      const [existing] = await tx.find(account, {});
      if (!existing) await tx.insert(account, cashAccount);
    });
  },
};

/** Changes no record. The new version makes earlier releases refuse the database, because they cannot read columns. */
const allowCommitColumns: Migration = {
  name: "store changes of many rows as columns from now on",
  run: async () => undefined,
};

const addUnlockLimit = addFieldsMigration("add the setting whether unlocking a month needs a second person", {
  society: { "Limits.Unlock": false },
});

const addConsumerPrefix = addFieldsMigration("add the first digits of consumer numbers to the society", {
  society: { ConsumerPrefix: newSociety.ConsumerPrefix },
});

const addBillMails = addFieldsMigration("add the bill to emails", { mails: { BillID: null } });

const addEmailSince = addFieldsMigration("treat existing email addresses of houses as known from the beginning", {
  plot: { EmailSince: null },
});

const addPaidBack: Migration = {
  name: "add to receipts the day when a void paid back cash, and to expenses whether an import recorded the payment",
  run: async (store) => {
    await addFields(store, { "payment-receipt": { PaidBackOn: null } });
    const paidByImport = { $and: [{ $ne: ["$ImportKey", ""] }, { $eq: ["$IsPaid", 1] }] };
    await store
      .collection({ name: "expenses" })
      .updateMany({ IsPaidByImport: { $exists: false } }, [
        { $set: { IsPaidByImport: { $cond: [paidByImport, 1, 0] } } },
      ]);
  },
};

const addCertificateDays = addFieldsMigration("add the days for which certificates are valid to the society", {
  society: { CertificateDays: newSociety.CertificateDays },
});

/**
 * Changes no record: a start writes the first anchor if there is none. The new version makes earlier releases refuse
 * the database, because they write commits without a hash.
 */
const startCommitChain: Migration = {
  name: "chain the commits from now on",
  run: async () => undefined,
};

const addChainHeads = addFieldsMigration("add the head of the chain of commits to the sheets of closed days", {
  "day-close": { ChainHead: "" },
});

const dropOldIndexes: Migration = {
  name: "drop the indexes of early releases",
  run: ({ connection }) => dropObsoleteIndexes(connection, resources),
};

const renameEmailsMenu: Migration = {
  name: "rename the menu Mails to Emails",
  run: async (_store, ctx) => {
    await ctx.transaction(async (tx) => {
      const menu = await tx.findFirst(menus, { MenuURL: 25, MenuName: "Mails" });
      if (menu) tx.update(menus, menu, { MenuName: "Emails" });
    });
  },
};

const addHandedFrom = addFieldsMigration("add to drawers who handed over the cash at the start", {
  drawer: { HandedFrom: "" },
});

const allowSeveralMenusPerPage: Migration = {
  name: "allow several menus for one page",
  run: ({ connection }) => dropIndex(connection, { resource: menus, name: "unique MenuURL" }),
};

const addSecretChanges = addFieldsMigration("add to users and the society when passwords and keys were replaced", {
  users: { PasswordChangedAt: null },
  society: { KeysRotatedAt: null },
});

/** In order of their versions. Released migrations never change; new ones are added at the end. */
export const migrations: readonly Migration[] = [
  addMissingFields,
  addChangeCounts,
  addWaivedAmounts,
  addSociety,
  markDuplicateMonths,
  addReceiptDetails,
  addSignUpSettings,
  addOwnerships,
  addSecondFactor,
  addSearchWords,
  addAccounts,
  allowCommitColumns,
  addUnlockLimit,
  addConsumerPrefix,
  addBillMails,
  addEmailSince,
  registerCheques,
  addPaidBack,
  addCertificateDays,
  startCommitChain,
  addChainHeads,
  addTransferFees,
  dropOldIndexes,
  addBounceReasons,
  renameEmailsMenu,
  addHandedFrom,
  addBillOwners,
  addCertificateAndClaimOwners,
  correctPayers,
  allowSeveralMenusPerPage,
  addTransferTimes,
  addSecretChanges,
  addClaimOwners,
];

/** The version of the records that this release reads and writes. The first release has version 1. */
export const latestVersion = 1 + migrations.length;
