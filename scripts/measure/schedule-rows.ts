import { openCore } from "../../server/core.ts";
import { between } from "../../server/database/store.ts";
import { createLog } from "../../server/log.ts";
import { dayOfMonth } from "../../shared/dates.ts";
import { zero } from "../../shared/money.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";

const batchSize = 10_000;

/** Adds unpaid installments of this year, spread over all plots, until the year has `count`. The portal must not be running. */
export async function fillSchedule(uri: string, count: number): Promise<void> {
  const office = await openCore({ uri, now: () => new Date(), log: createLog("silent") });
  try {
    const work = office.systemContext("measure");
    const year = new Date().getFullYear();
    const plots = [...office.referenceCache.all(plot)];
    const there = await work.transaction((tx) =>
      tx.find(paymentSchedule, { DueDate: between(`${year}-01-01`, `${year}-12-31`) }),
    );
    const [first] = there;
    if (!first) throw new Error("The demonstration has no installments this year");
    const unpaid = { IsPaid: 0, AmountReceived: zero, TickedAmount: zero, TickedDate: null, PaidDate: null } as const;
    const { PaymentScheduleID: _, Version: __, ...like } = first;
    const rows = Array.from({ length: Math.max(0, count - there.length) }, (_, at) => {
      const { PlotID, CategoryID } = plots[at % plots.length] ?? first;
      const turn = Math.floor(at / plots.length);
      const DueDate = dayOfMonth({ year, month: (turn % 12) + 1, day: 10 });
      return { ...like, ...unpaid, PlotID, CategoryID, InstallmentNumber: 1000 + turn, DueDate };
    });
    for (let from = 0; from < rows.length; from += batchSize)
      await work.transaction((tx) => tx.insertMany(paymentSchedule, rows.slice(from, from + batchSize)));
  } finally {
    await office.close();
  }
}
