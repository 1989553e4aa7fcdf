import { useMemo } from "react";
import { cashBookFileName } from "../../../shared/documents/cash-book.ts";
import { cashBookKindLabels } from "../../../shared/domain/cash-book.ts";
import { type CashBookRecord, cashBook } from "../../../shared/endpoints/cash-book.ts";
import { sumRupees } from "../../../shared/money.ts";
import { cashAccountId } from "../../../shared/resources/account.ts";
import { useAccounts } from "../../domain/accounts/accounts.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useLiveQuery } from "../../live/useLiveQuery.ts";
import { amountColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { DateFilter, DateRange, FilterSelect } from "../../ui/form/FilterControls.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { CashBookFigures } from "./CashBookFigures.tsx";

type Entry = CashBookRecord["entries"][number];

/** What entered and left an account on some days, with the balance after each entry; today by default. */
export function CashBookScreen() {
  const today = useSocietyToday();
  const accounts = useAccounts();
  const [account, setAccount] = useUrlState("account", String(cashAccountId));
  const [from, setFrom] = useUrlState("from", today);
  const [to, setTo] = useUrlState("to", today);
  const isPeriod = from !== "" && to !== "" && from <= to;
  const path = isPeriod ? `${cashBook.path}?${new URLSearchParams({ account, from, to })}` : null;
  const { data, error, loading, refetch } = useLiveQuery<{ data: CashBookRecord }>(path, cashBookResources);
  const book = data?.data;
  const entries = book?.entries ?? noEntries;
  const columns = useMemo(buildColumns, []);

  function savePdf(): Promise<void> {
    if (!book) return Promise.resolve();
    const document = { ...book, AccountName: translateName(book.AccountName) };
    return saveDocument({
      fileName: `${cashBookFileName(book)}.pdf`,
      render: (pdfs, letterhead) => pdfs.createCashBookPdf(document, letterhead),
    });
  }

  return (
    <TabContent title={t("Cash Book")}>
      <Toolbar
        label={t("Account and days")}
        end={
          <>
            <ExportMenu
              name={t("Cash Book")}
              fileName={book ? cashBookFileName(book) : ""}
              columns={columns}
              getRows={() => entries}
              isEmpty={entries.length === 0}
            />
            <ExportButton variant="ghost" icon="file-text" disabled={!book} exportFile={savePdf}>
              {t("PDF")}
            </ExportButton>
          </>
        }
      >
        <FilterSelect
          label={t("Account")}
          value={account}
          onChange={setAccount}
          options={accounts.map(({ AccountID, AccountName }) => ({
            value: String(AccountID),
            label: translateName(AccountName),
          }))}
        />
        <DateRange>
          <DateFilter label={t("From")} value={from} onChange={setFrom} />
          <DateFilter label={t("To")} value={to} onChange={setTo} />
        </DateRange>
      </Toolbar>
      <StaleDataNotice error={error} hasData={book !== undefined} onRetry={refetch} />
      {!isPeriod ? (
        <EmptyState title={t("The first day is later than the last day.")} text={t("Choose other days.")} />
      ) : (
        <>
          <CashBookFigures book={book} />
          <Table
            label={t("Cash Book")}
            columns={columns}
            rows={entries}
            rowKey={entryKey}
            loading={loading}
            totals={
              book && {
                Text: t("Total"),
                In: <Money rupees={book.in} strong />,
                Out: <Money rupees={book.out} strong />,
                Balance: <Money rupees={book.closing} strong />,
              }
            }
            empty={error ? undefined : <EmptyState title={t("Nothing entered or left this account on these days.")} />}
          />
        </>
      )}
    </TabContent>
  );
}

function buildColumns(): readonly Column<Entry>[] {
  const sideColumn = (key: "In" | "Out", title: string): Column<Entry> => ({
    key,
    title,
    width: 15,
    align: "end",
    mobileSlot: "hidden",
    render: (entry) => entry[key] !== 0 && <Money rupees={entry[key]} />,
    exportValue: (entry) => (entry[key] === 0 ? null : { rupees: entry[key] }),
  });
  const columns: readonly Column<Entry>[] = [
    dayColumn({ key: "Date", title: t("Date"), width: 12, mobileSlot: "meta" }),
    {
      key: "Kind",
      title: t("Kind"),
      width: 14,
      mobileSlot: "sub",
      render: describeKind,
      exportValue: describeKind,
    },
    textColumn({ key: "No", title: t("Number"), width: 12, mobileSlot: "meta" }),
    textColumn({ key: "Text", title: t("Description"), width: 26, grow: 3, mobileSlot: "title" }),
    {
      ...sideColumn("In", t("In, Rs")),
      mobileSlot: "amount",
      renderMobile: ({ In, Out }) => <Money rupees={sumRupees([In, -Out])} strong />,
    },
    sideColumn("Out", t("Out, Rs")),
    amountColumn({ key: "Balance", title: t("Balance, Rs"), width: 16, mobileSlot: "hidden" }),
  ];
  // The running balance makes sense in the order of the book only.
  return columns.map((column) => ({
    ...column,
    exportValue: column.exportValue ?? column.sortValue,
    sortValue: undefined,
  }));
}

function describeKind({ Kind }: Entry): string {
  return t(cashBookKindLabels[Kind]);
}

function entryKey({ Kind, No, ID }: Entry): string {
  return `${Kind} ${No} ${ID}`;
}

const cashBookResources = ["cash-book"];
const noEntries: readonly Entry[] = [];
