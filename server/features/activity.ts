import { canDo } from "../../shared/can-do.ts";
import { type ActivityKind, activityKindOf, activityResources, type RecordStep } from "../../shared/domain/activity.ts";
import { type ActivityRecord, activity } from "../../shared/endpoints/activity.ts";
import { can, mayHold, type Viewer } from "../../shared/permissions.ts";
import type { AnyResource } from "../../shared/registry.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import { serviceRate } from "../../shared/resources/service-rate.ts";
import { concerns, seenOf } from "../ground/concerns.ts";
import { actorFor, type RowChange } from "../kernel/commit.ts";
import { type Doing, type DoingsAsked, doings } from "../kernel/doings.ts";
import { type Call, defineCall } from "../kernel/feature.ts";
import type { Board } from "../kernel/live.ts";
import type { Mirror } from "../kernel/mirror.ts";
import type { Present } from "../kernel/present.ts";
import { wrongParameter } from "../kernel/refusal.ts";
import type { Doc, Store } from "../kernel/store.ts";

interface ActivityParts {
  store: Store;
  mirror: Mirror;
  presenters: ReadonlyMap<string, Present>;
}

/** Listeners are told that there is something new, not what, and not more often. */
const tellEveryMs = 1_000;
/** What the portal does by itself, one after the other: a run of it is one line. */
const inRuns: readonly ActivityKind[] = ["receipt mailed", "penalty applied"];
/** No run holds more transactions, so that none is read without end. */
const longestRun = 1_000;

const told: readonly AnyResource[] = activityResources;
const owned = told.filter(({ own }) => own !== undefined).map(({ name }) => name);

/** Who did what, in short sentences for those who work here and for residents; read from the commits. */
export function activityFeed({ store, mirror, presenters }: ActivityParts): { calls: Call[]; board: Board } {
  return {
    calls: [
      defineCall(activity, async ({ ctx: { viewer }, query: { limit, after, plot: PlotID } }) => {
        const found = await doings(store.connection, { asked: askedBy(viewer, PlotID), after });
        if (!found) throw wrongParameter("after");
        const data: ActivityRecord[] = [];
        let run = 0;
        for await (const doing of found) {
          const line = lineOf(doing, viewer);
          const last = data.at(-1);
          if (line && last && run < longestRun && isOneRun(last, line)) {
            run++;
            data[data.length - 1] = joined(last, line);
            continue;
          }
          // One more than asked for tells whether there are more.
          if (data.length === limit) return { success: true, message: "", data, next: last?.ActivityID ?? null };
          if (line) data.push(line);
          run = 0;
        }
        return { success: true, message: "", data, next: null };
      }),
    ],
    board: {
      name: "activity",
      moves: (changes, viewer) => changes.some((change) => concerns(viewer, told, change)),
      mayWatch: (viewer) => can(viewer, { page: "/", flag: "CanView" }),
      tell: async (_viewer, emit) => {
        emit("activity");
        await new Promise((resolve) => setTimeout(resolve, tellEveryMs).unref());
      },
    },
  };

  /** Undefined where there is nothing in it for this viewer. */
  function lineOf({ place, at, by, sums, changes }: Doing, viewer: Viewer): ActivityRecord | undefined {
    const steps = changes.flatMap((change) => stepOf(change, viewer));
    for (const { name } of told) {
      const [step, ...others] = steps.filter(({ Resource }) => Resource === name);
      const kind = step && activityKindOf(step);
      const record = step?.After ?? step?.Before;
      if (!kind || !record) continue;
      const count = countOf({ kind, name, type: step.Type, sums });
      const houses = new Set([step, ...others].map(({ After, Before }) => (After ?? Before)?.HouseNo));
      const one = count === 1 || (houses.size === 1 && count <= others.length + 1);
      return {
        ActivityID: place,
        At: at.toISOString(),
        By: actorFor(viewer, by).name,
        Kind: kind,
        Count: count,
        HouseNo: one ? textOf(record.HouseNo) : null,
        CategoryName: one ? textOf(record.CategoryName) : null,
        Title: count === 1 || kind.startsWith("plan") ? titleOf(name, record) : "",
        Amount: count === 1 ? amountOf(record) : null,
      };
    }
    return undefined;
  }

  /** The change as the viewer may see it. */
  function stepOf(change: RowChange, viewer: Viewer): RecordStep[] {
    const resource = told.find(({ name }) => name === change.resource);
    const seen = resource && seenOf(change, { viewer, resource, presenters });
    return seen ? [{ Resource: change.resource, Type: change.type, ...seen }] : [];
  }

  function askedBy(viewer: Viewer, PlotID: number | undefined): DoingsAsked {
    const names = told.filter((resource) => canDo(viewer, { resource, verb: "list" })).map(({ name }) => name);
    if (PlotID !== undefined) {
      const house = mirror.get(plot, PlotID);
      const plots = house && mayHold(viewer, plot, house) ? [PlotID] : [];
      const resources = names.filter((name) => owned.includes(name));
      return { resources, owned: { plots, resources } };
    }
    if (viewer.scope === "all") return { resources: names };
    return { resources: names, owned: { plots: [...viewer.plots], resources: owned } };
  }
}

/** Of a plan that goes, how many installments go with it; else how many records of the kind there are. */
function countOf({ kind, name, type, sums }: Pick<Doing, "sums"> & { kind: ActivityKind; name: string; type: string }) {
  const counted = kind === "plan revoked" ? paymentSchedule.name : name;
  const sum = sums.find((each) => each.resource === counted && each.type === type);
  return sum?.count ?? (kind === "plan revoked" ? 0 : 1);
}

function isOneRun(later: ActivityRecord, earlier: ActivityRecord): boolean {
  return inRuns.includes(later.Kind) && later.Kind === earlier.Kind && later.By === earlier.By;
}

/** The earlier one is where reading goes on. */
function joined(later: ActivityRecord, { ActivityID, Count }: ActivityRecord): ActivityRecord {
  const rest = { HouseNo: null, CategoryName: null, Title: "", Amount: null };
  return { ...later, ...rest, ActivityID, Count: later.Count + Count };
}

function titleOf(name: string, record: Doc): string {
  if (name === serviceRate.name) return [record.TypeName, record.CategoryName, record.Floor].join(" · ");
  const title = told.find((resource) => resource.name === name)?.title ?? "";
  return String(record[title] ?? "");
}

function amountOf({ AmountPaid, Amount, FloorRate }: Doc): number | null {
  const amount = AmountPaid ?? Amount ?? FloorRate;
  return typeof amount === "number" ? amount : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
