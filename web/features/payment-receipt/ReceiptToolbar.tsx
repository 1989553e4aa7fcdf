import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { monthOf, societyToday } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { paymentMethods, paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { paymentMethodOptions } from "../../domain/receipts/paymentMethodOptions.ts";
import { yearOptions } from "../../domain/yearOptions.ts";
import { useSearchText } from "../../hooks/useSearchText.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { monthOptions } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import type { ReceiptMailStatus } from "../../live/receiptMails.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { useImportDialog } from "../../resource/import/useImportDialog.tsx";
import { matchesSearch, searchTerms } from "../../resource/search.ts";
import { Button } from "../../ui/button/Button.tsx";
import { FilterSelect, SearchBox, SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { PageAction } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import { hasUnsentMail, useSendEmails } from "./ReceiptMail.tsx";

interface ReceiptToolbarProps {
  filters: ReturnType<typeof useReceiptFilters>;
  /** Stands at the end of the bar. */
  children: ReactNode;
}

export function ReceiptToolbar({ filters, children }: ReceiptToolbarProps) {
  return (
    <Toolbar label={t("Search and filter {nouns}", { nouns: t("receipts") })} end={children}>
      <SearchBox label={t("House, receipt, remark")} value={filters.text} onChange={filters.setText} />
      <FilterSelect
        label={t("Year")}
        value={String(filters.year ?? "all")}
        onChange={filters.setYear}
        options={[{ value: "all", label: t("All") }, ...yearOptions]}
      />
      <FilterSelect
        label={t("Month")}
        value={filters.month === 0 ? "" : String(filters.month)}
        onChange={filters.setMonth}
        placeholder={t("All")}
        options={monthOptions()}
      />
      <FilterSelect
        label={t("Method")}
        value={filters.method ?? ""}
        onChange={filters.setMethod}
        placeholder={t("All")}
        options={paymentMethodOptions()}
      />
      <SegmentedControl
        label={t("Show")}
        value={filters.voided ? "1" : ""}
        onChange={filters.setVoided}
        options={[
          { value: "", label: t("Receipts") },
          { value: "1", label: t("Voided") },
        ]}
      />
    </Toolbar>
  );
}

interface ReceiptActionsProps {
  list: { can: { create: boolean }; refetch: () => Promise<boolean> };
  columns: readonly Column<Receipt>[];
  shown: readonly Receipt[];
  sort: string;
  mails: ReceiptMailStatus | undefined;
  canSendMail: boolean;
  onAdd: () => void;
}

/** What can be done with the whole list: taken out and in, read again, mailed, added to. */
export function ReceiptActions({ list, columns, shown, sort, mails, canSendMail, onAdd }: ReceiptActionsProps) {
  const [reading, setReading] = useState(false);
  const importing = useImportDialog("receipts");
  const mailing = useSendEmails();

  async function handleRefresh() {
    setReading(true);
    const came = await list.refetch();
    setReading(false);
    showToast(
      came
        ? { kind: "success", text: t("Successfully Refreshed") }
        : { kind: "error", text: t("Failed to load payment receipts") },
    );
  }

  return (
    <>
      <ExportMenu
        name={t("Payment Receipts")}
        fileName="payment-receipt"
        columns={columns}
        getRows={() => shown}
        sort={sort}
        isEmpty={shown.length === 0}
        onImport={importing.canImport ? importing.openDialog : undefined}
      />
      {importing.dialog}
      <Button icon="refresh" iconOnlyOnMobile busy={reading} onClick={() => void handleRefresh()}>
        {t("Refresh")}
      </Button>
      {canSendMail && (
        <Button
          icon="mails"
          iconOnlyOnMobile
          busy={mailing.isSending}
          disabled={mails === undefined || !hasUnsentMail(mails)}
          onClick={() => void mailing.send()}
        >
          {t("Send All Pending Emails")}
        </Button>
      )}
      {list.can.create && (
        <PageAction>
          <Button variant="primary" icon="plus" iconOnlyOnMobile shortcut="n" onClick={onAdd}>
            {t("Add Receipt")}
          </Button>
        </PageAction>
      )}
    </>
  );
}

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
