import { addDays } from "../../shared/dates.ts";
import { outstandingOf, settle } from "./model-ledger.ts";
import { addToLedger, withAdjustments } from "./money-adjustment-steps.ts";
import { expectStatus, houseOf, type ModelHouse, type Step } from "./money-model.ts";
import { randomAmount } from "./money-steps.ts";

/** A house gets its next owner, with a fee or without. What it owes and its credit stay with it. */
export const transferOwnership: Step = (state, random) => {
  const { plotId, owners } = random.pick(state.houses);
  const name = `Owner ${++state.lastNumber}`;
  const date = random.chance(0.05) ? addDays(state.today, 1) : addDays(state.today, -random.below(31));
  const fee = random.chance(0.5) ? randomAmount(random) : 0;
  const acceptsDues = random.chance(0.6);
  const body = { OwnerName: name, Date: date, Fee: fee / 100, AcceptDues: acceptsDues };
  return {
    name: "transfer ownership",
    plotIds: [plotId],
    send: async (user) => withAdjustments(user, await user.post(`/plot/${plotId}/transfer`, body)),
    apply: (model, reply) => {
      const house = houseOf(model, plotId);
      const from = house.owners.at(-1)?.from ?? "";
      // Of two transfers at once, the second one is refused even if its date is later.
      if (house.owners.length > owners.length && reply.status === 409) return;
      if (date > model.today || date < from) return expectStatus(reply, 400);
      if (date === from || (duesOf(house, date) > 0 && !acceptsDues)) return expectStatus(reply, 409);
      expectStatus(reply, 200);
      house.owners.push({ name, from: date });
      if (fee === 0) return;
      const key = `charge ${plotId} null ${fee / 100}`;
      const id = reply.created?.find((each) => each.key === key)?.id;
      if (id === undefined) throw new Error(`There is no charge of the fee: ${key}`);
      addToLedger(house, { id, kind: "charge", amount: fee, date, funding: [] }, null);
      settle(house, model.today);
    },
  };
};

function duesOf(house: ModelHouse, date: string): number {
  const due = house.items.filter(({ dueDate }) => dueDate <= date);
  return due.reduce((sum, item) => sum + outstandingOf(house, item), 0);
}
