import { useDeferredValue, useMemo } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { paymentMethods, paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { useSearchText } from "../../hooks/useSearchText.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { matchesSearch, searchTerms } from "../../resource/search.ts";

export type Receipt = RecordOf<typeof paymentReceipt>;

/** The filters by their names in the address. */
export const receiptFilterParams = ["q", "year", "month", "method", "voided"];

/** What the address asks for. A year, month or method that does not exist counts as none. */
export function useReceiptFilters() {
  const [text, setText] = useSearchText();
  const thisYear = monthOf(societyToday(new Date())).year;
  const [yearText, setYear] = useUrlState("year", String(thisYear));
  const [monthText, setMonth] = useUrlState("month", "");
  const [methodText, setMethod] = useUrlState("method", "");
  const [voidedText, setVoided] = useUrlState("voided", "");
  const year = yearText === "all" ? undefined : /^2\d{3}$/.test(yearText) ? Number(yearText) : thisYear;
  const month = /^([1-9]|1[0-2])$/.test(monthText) ? Number(monthText) : 0;
  const method = paymentMethods.find((each) => each === methodText);
  const voided = voidedText === "1";
  const typed = useDeferredValue(text);
  const shows = useMemo(() => {
    const words = searchTerms(typed);
    return (receipt: Receipt) =>
      (month === 0 || monthOf(receipt.PaymentDate).month === month) &&
      (method === undefined || receipt.PaymentMethod === method) &&
      words.every((word) => matchesTerm(receipt, word));
  }, [typed, month, method]);
  const params = { ...(year === undefined ? {} : { year }), ...(voided ? { voided: 1 } : {}) };
  return {
    params,
    matches: shows,
    text,
    setText,
    year,
    setYear,
    month,
    setMonth,
    method,
    setMethod,
    voided,
    setVoided,
  };
}

/** A receipt is also found by its name; R-9 may be a house as well. */
function matchesTerm(receipt: Receipt, word: string): boolean {
  return word === receiptName(receipt).toLowerCase() || matchesSearch(paymentReceipt, receipt, [word]);
}
