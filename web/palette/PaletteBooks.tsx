import { type ReactNode, useMemo } from "react";
import { canDo } from "../../shared/can-do.ts";
import type { Day } from "../../shared/dates.ts";
import { paymentSchedule } from "../../shared/resources/payment-schedule.ts";
import { plot } from "../../shared/resources/plot.ts";
import type { Session } from "../../shared/wire.ts";
import { useResource } from "../lib/useResource.ts";
import type { ScheduleRow } from "../schedule/ScheduleLine.ts";
import { useTicking } from "../schedule/ScheduleTicking.ts";
import { type Dues, duesOf } from "./dues.ts";
import { type Findable, findable } from "./houses.ts";

/** What the palette reads while it is open, as far as the person may. */
export interface Books {
  houses: readonly Findable[];
  /** The houses have not come yet. */
  loading: boolean;
  /** Undefined while they are not known. */
  dues: Dues | undefined;
  /** Marks the installment as paid; undefined for who may not. */
  markPaid: ((row: ScheduleRow) => void) | undefined;
}

interface BooksProps {
  session: Session;
  today: Day;
  children: (books: Books) => ReactNode;
}

const closed: Books = { houses: [], loading: false, dues: undefined, markPaid: undefined };

/** Gives its children the live houses and what they owe. */
export function PaletteBooks({ session, today, children }: BooksProps) {
  if (!canDo(session, { resource: plot, verb: "list" })) return children(closed);
  const maySeeDues = canDo(session, { resource: paymentSchedule, verb: "list" });
  return (
    <Houses>
      {(houses) => (maySeeDues ? <OpenRows {...{ today, houses, children }} /> : children({ ...closed, ...houses }))}
    </Houses>
  );
}

type HouseBook = Pick<Books, "houses" | "loading">;

function Houses({ children }: { children: (book: HouseBook) => ReactNode }) {
  const { rows, status } = useResource(plot);
  const houses = useMemo(() => findable(rows), [rows]);
  return children({ houses, loading: status === "loading" });
}

interface OpenRowsProps extends Pick<BooksProps, "today" | "children"> {
  houses: HouseBook;
}

/** Only what is open is read: of all installments that is the small part, and all that is due is in it. */
function OpenRows({ today, houses, children }: OpenRowsProps) {
  const { rows, status, may, update } = useResource(paymentSchedule, stillOpen);
  const { toggle } = useTicking({ update, today });
  const dues = useMemo(
    () => (status === "ready" || rows.length > 0 ? duesOf(rows, today) : undefined),
    [rows, status, today],
  );
  return children({ ...houses, dues, markPaid: may.update ? (row) => void toggle(row) : undefined });
}

const stillOpen = { IsPaid: 0 };
