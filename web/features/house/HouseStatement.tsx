import { type UIEvent, useEffect, useMemo, useRef } from "react";
import { formatDay, isDay } from "../../../shared/dates.ts";
import type { Statement } from "../../../shared/domain/statement.ts";
import { toRupees } from "../../../shared/money.ts";
import { say, sayName } from "../../lib/language.ts";
import { useWelcome } from "../../lib/welcome.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Money } from "../../ui/Money.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Heard } from "../../ui/TableHeard.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import { StatementDay } from "./StatementDay.tsx";
import { entryWords, StatementEntryRow } from "./StatementEntryRow.tsx";
import { Ledger, PrintHead, Quiet, Scroller } from "./StatementStyle.ts";
import type { HouseBooks } from "./useHouseBooks.ts";
import type { Period } from "./useStatement.ts";

interface HouseStatementProps {
  books: HouseBooks;
  statement: Statement;
  period: Period;
}

/** What was charged and what was paid, oldest first, with the balance after each; moves with every payment. */
export function HouseStatement({ books, statement, period }: HouseStatementProps) {
  const { from, to, setFrom, setTo } = period;
  const { opening, entries, charged, paid, closing } = statement;
  const phone = usePhone();
  const society = useWelcome()?.name;
  const scroller = useRef<HTMLDivElement>(null);
  /** Opens at its end, where the latest entries stand, and stays there when more come. */
  const atEnd = useRef(true);
  const rows = books.schedule.rows;
  const numbers = useMemo(() => new Map(rows.map((row) => [row.PaymentScheduleID, row])), [rows]);
  const receiptOf = new Map(books.receipts.rows.map((row) => [row.PaymentReceiptID, row]));
  const words = { installments: numbers, receipts: receiptOf };

  function glowOf({ PaymentReceiptID, PaymentScheduleID }: Statement["entries"][number]) {
    if (PaymentReceiptID !== undefined) return books.receipts.glow(PaymentReceiptID);
    return PaymentScheduleID === undefined ? undefined : books.schedule.glow(PaymentScheduleID);
  }

  const ready = !books.loading;
  const count = ready ? entries.length : 0;
  useEffect(() => {
    if (count > 0 && atEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [count]);

  function handleScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) {
    atEnd.current = scrollTop + clientHeight >= scrollHeight - 1;
  }

  const lit = entries.find((entry) => entry.PaymentReceiptID !== undefined && glowOf(entry));
  return (
    <Screen aria-label={say("Statement")}>
      <Heading>{say("Statement")}</Heading>
      <PrintHead>
        <strong>{society}</strong>
        <p>{say("Statement of account, {from} – {to}", { from: formatDay(from), to: formatDay(to) })}</p>
      </PrintHead>
      <Toolbar label={say("Days of the statement")}>
        <StatementDay label={say("From")} value={from} onChange={(day) => (isDay(day) || day === "") && setFrom(day)} />
        <StatementDay label={say("To")} value={to} onChange={(day) => (isDay(day) || day === "") && setTo(day)} />
      </Toolbar>
      {to < from ? (
        <EmptyState title={say("The first day lies after the last one.")} text={say("Choose other days.")} />
      ) : books.loading ? (
        <Skeleton />
      ) : (
        <Scroller ref={scroller} onScroll={handleScroll} role="region" aria-label={say("Statement")} tabIndex={0}>
          <Ledger>
            <thead>
              <tr>
                {!phone && <th scope="col">{say("Date")}</th>}
                <th scope="col">{say("Entry")}</th>
                {phone ? (
                  <th scope="col">{say("Amount, Rs")}</th>
                ) : (
                  <>
                    <th scope="col">{say("Charged, Rs")}</th>
                    <th scope="col">{say("Received, Rs")}</th>
                  </>
                )}
                <th scope="col">{say("Balance, Rs")}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                {!phone && (
                  <td>
                    <Quiet dir="ltr">{formatDay(from)}</Quiet>
                  </td>
                )}
                <td colSpan={phone ? 2 : 3}>
                  <Quiet>{say("Brought forward")}</Quiet>
                </td>
                <td>
                  <Money rupees={toRupees(opening)} decimals={2} strong />
                </td>
              </tr>
              {entries.map((entry) => (
                <StatementEntryRow
                  key={`${entry.Kind} ${entry.PaymentReceiptID ?? entry.PaymentScheduleID}`}
                  entry={entry}
                  words={entryWords(entry, words)}
                  glow={glowOf(entry)}
                  phone={phone}
                />
              ))}
              {entries.length === 0 && (
                <tr>
                  <td colSpan={phone ? 3 : 5}>{say("Nothing was charged or paid in these days.")}</td>
                </tr>
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={phone ? 1 : 2}>
                  {say("Balance on {day}", { day: formatDay(to) })}
                </th>
                {phone ? (
                  <td />
                ) : (
                  <>
                    <td>
                      <Money rupees={toRupees(charged)} decimals={2} />
                    </td>
                    <td>
                      <Money rupees={toRupees(paid)} decimals={2} />
                    </td>
                  </>
                )}
                <td>
                  <Money rupees={toRupees(closing)} decimals={2} />
                </td>
              </tr>
            </tfoot>
          </Ledger>
        </Scroller>
      )}
      <Heard role="status">
        {lit && say("{name}: {entry}", { name: sayName(glowOf(lit)?.by ?? ""), entry: entryWords(lit, words) })}
      </Heard>
    </Screen>
  );
}
