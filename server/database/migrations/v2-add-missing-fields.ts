import type { Migration } from "./migrations.ts";

/** Fields that came after the first release, and what a row from before them is given. */
const defaultValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  users: { IsFirstSignIn: false },
  expenses: { ImportKey: "" },
  "payment-receipt": { MailError: "", ImportKey: "" },
  "payment-schedule": { TickedDate: null },
  mails: { PlotID: null },
};

export const addMissingFields: Migration = {
  name: "fields since the first release",
  run: async (store) => {
    for (const [name, values] of Object.entries(defaultValues))
      for (const [field, value] of Object.entries(values))
        await store.collection({ name }).updateMany({ [field]: { $exists: false } }, { $set: { [field]: value } });
  },
};
