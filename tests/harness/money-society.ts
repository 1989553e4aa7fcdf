import { settleHouses } from "../../server/services/settlement.ts";
import { addMonths, monthKey, monthOf, societyDayAt } from "../../shared/dates.ts";
import { paisa, zero } from "../../shared/money.ts";
import { adjustment } from "../../shared/resources/adjustment.ts";
import { expenses } from "../../shared/resources/expenses.ts";
import { paymentPlan } from "../../shared/resources/payment-plan.ts";
import { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { plotType } from "../../shared/resources/plot-type.ts";
import { receivables } from "../../shared/resources/receivables.ts";
import { role } from "../../shared/resources/role.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { withdrawnInstallment } from "../../shared/resources/withdrawn-installment.ts";
import { type Harness, startHarness } from "./harness.ts";
import { ModelClient } from "./model-client.ts";
import { applyPenalties, emptyLedger, type ModelItem, settle } from "./model-ledger.ts";
import { type ModelRate, monthAfter, type WalkState } from "./money-model.ts";
import { firstOwner, houseForm, installmentsOf, newInstallment, rateForm } from "./money-steps.ts";
import type { Person } from "./person.ts";
import { parseRecord } from "./reply.ts";
import type { TestRandom } from "./test-random.ts";

/** The resources whose lists the walk compares, and to which its clients subscribe. */
export const watchedResources = [
  plot,
  paymentSchedule,
  paymentReceipt,
  receivables,
  adjustment,
  withdrawnInstallment,
  expenses,
];

/** A portal of two servers with four users, two at each, and the walks in it. */
export class MoneySociety {
  readonly harness: Harness;
  /** Two users by server. */
  readonly users: readonly (readonly Person[])[];
  /** A live client of the first user by server. */
  readonly clients: readonly ModelClient[];
  readonly walks: WalkState[] = [];

  static async open(): Promise<MoneySociety> {
    const harness = await startHarness({});
    const second = await harness.portal.startAnotherServer();
    const adminRole = (await harness.admin.list(role)).find(({ RoleName }) => RoleName === "Admin");
    for (const name of ["manager", "clerk", "dashboardReader"] as const)
      await harness.changeUser(name, { RoleID: adminRole?.RoleID ?? 0 });
    const users = [
      [harness.admin, harness.manager],
      [second.person("clerk"), second.person("dashboardReader")],
    ] as const;
    const urls = [harness.portal.url(), second.url];
    const clients = await Promise.all(
      users.map(async ([user], index) =>
        ModelClient.open({
          url: urls[index] ?? "",
          token: (await user.token()) ?? "",
          resources: watchedResources,
          liveQueries: ["dashboard", "wall"],
        }),
      ),
    );
    return new MoneySociety(harness, { users, clients });
  }

  private constructor(harness: Harness, { users, clients }: Pick<MoneySociety, "users" | "clients">) {
    this.harness = harness;
    this.users = users;
    this.clients = clients;
  }

  /**
   * Sets the clock to the middle of the next month and starts a walk there, with three new houses and, for each of two
   * floors, a service rate of six months with its payment plan.
   */
  async startWalk(): Promise<WalkState> {
    const { admin, clock, society } = this.harness;
    const month = addMonths(monthOf(societyDayAt(clock.now())), 1);
    await this.#setClock(`${monthKey(month)}-15T07:00:00Z`);
    const number = this.walks.length + 1;
    const category = Object.values(society.categories)[number % 4] ?? society.categories.A;
    const type = parseRecord(plotType, await admin.post("/plot-type", { TypeName: `Type ${number}` }));
    const floorIds = [society.floors.ground.FloorID, society.floors.first.FloorID];
    const walk: WalkState = {
      name: `W${number}`,
      today: societyDayAt(clock.now()),
      typeId: type.TypeID,
      floorIds,
      categoryId: category.CategoryID,
      categoryName: category.CategoryName,
      houses: [],
      rates: [],
      expenses: [],
      withdrawnInstallmentIds: [],
      voidedReceiptIds: [],
      voidedAdjustmentIds: [],
      files: [],
      lastNumber: 0,
    };
    for (const floorId of [floorIds[0], floorIds[0], floorIds[1]]) {
      if (floorId === undefined) continue;
      const houseNo = `${walk.name}-${++walk.lastNumber}`;
      const { PlotID } = parseRecord(plot, await admin.post("/plot", houseForm(walk, houseNo, floorId)));
      walk.houses.push({ plotId: PlotID, houseNo, floorId, owners: [firstOwner], adjustments: [], ...emptyLedger() });
    }
    const months = [-2, -1, 0, 1, 2, 3].map((count) => monthAfter(walk.today, count));
    for (const floorId of floorIds) {
      const terms = { floorId, months, amount: 100_000, penalty: 9_995, graceDays: 5, dueDay: 10 };
      const { RateID } = parseRecord(serviceRate, await admin.post("/service-rate", rateForm(walk, terms)));
      const { PaymentPlanID } = parseRecord(paymentPlan, await admin.post("/payment-plan", { RateID }));
      walk.rates.push({ ...terms, id: RateID, planId: PaymentPlanID });
    }
    this.walks.push(walk);
    return walk;
  }

  async advanceDays(days: number): Promise<void> {
    this.harness.clock.advanceMinutes(days * 24 * 60);
    await this.#beginDay();
  }

  async #setClock(isoTime: string): Promise<void> {
    this.harness.clock.set(isoTime);
    await this.#beginDay();
  }

  /**
   * Charges a month twice, by the plan of another floor, as databases of earlier releases can. Returns the PlotID;
   * undefined if no month can be charged twice.
   */
  async addDuplicateInstallment(walk: WalkState, random: TestRandom): Promise<number | undefined> {
    const all = installmentsOf(walk);
    if (all.length === 0) return undefined;
    const { house, item } = random.pick(all);
    const month = item.dueDate.slice(0, 7);
    const isOfMonth = ({ dueDate }: ModelItem) => dueDate.startsWith(month);
    const isNew = (rate: ModelRate) => !house.items.some((row) => row.planId === rate.planId && isOfMonth(row));
    const other = walk.rates.findLast((rate) => rate.planId && rate.months.includes(month) && isNew(rate));
    if (!other?.planId) return undefined;
    const added = newInstallment(other, {
      id: 0,
      number: other.months.indexOf(month) + 1,
      month,
      planId: other.planId,
    });
    const { PaymentScheduleID } = await this.harness.transaction(async (tx) => {
      const { PaymentScheduleID: _, Version: __, ...row } = await tx.get(paymentSchedule, item.id);
      const unpaid = { AmountReceived: zero, TickedAmount: zero, TickedDate: null, PaidDate: null, IsPaid: 0 } as const;
      const terms = { DueDate: added.dueDate, Amount: paisa(added.amount), PenaltyAmount: paisa(added.penalty) };
      const plan = { PaymentPlanID: added.planId, InstallmentNumber: added.number, GracePeriodDays: added.graceDays };
      const waived = { PenaltyApplied: 0, WaivedAmount: zero, WaivedPenalty: zero, IsDuplicate: 1 } as const;
      const inserted = await tx.insert(paymentSchedule, { ...row, ...unpaid, ...terms, ...plan, ...waived });
      await settleHouses(tx, [house.plotId]);
      return inserted;
    });
    house.items.push({ ...added, id: PaymentScheduleID, isDuplicate: true });
    settle(house, walk.today);
    return house.plotId;
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.close();
    await this.harness.stop();
  }

  /**
   * Signs the clients in again, because the sessions of the day before have ended, and runs the jobs of the day. An
   * untick of the day before can no longer be undone.
   */
  async #beginDay(): Promise<void> {
    for (const [index, client] of this.clients.entries())
      await client.renew((await this.users[index]?.[0]?.token()) ?? "");
    await this.harness.portal.runJobs();
    const today = societyDayAt(this.harness.clock.now());
    for (const walk of this.walks) {
      walk.today = today;
      for (const house of walk.houses) {
        applyPenalties(house, today);
        for (const item of house.items) item.unticked = undefined;
      }
    }
  }
}
