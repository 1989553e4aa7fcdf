import { useMemo } from "react";
import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { cashBookFileName } from "../../../shared/documents/cash-book.ts";
import { cashBookKindLabels } from "../../../shared/domain/cash-book.ts";
import { type CashBookRecord, cashBook } from "../../../shared/endpoints/cash-book.ts";
import { sumRupees } from "../../../shared/money.ts";
import { cashAccountId } from "../../../shared/resources/account.ts";
import { request } from "../../api/request.ts";
import { useAccounts } from "../../domain/accounts.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useClearQueryParams, useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useLimitedRequest } from "../../live/useLimitedRequest.ts";
import { amountColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { DateFilter, DateRange } from "../../ui/form/DateFilter.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { FilterSheet } from "../../ui/form/FilterSheet.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { CashBookFigures } from "./CashBookFigures.tsx";

type Entry = CashBookRecord["entries"][number];

/** What entered and left an account in a period, by default today, with the balance after each entry. */
export function CashBookScreen() {
  const today = useSocietyToday();
  const accounts = useAccounts();
  const [accountId, setAccountId] = useUrlState("account", String(cashAccountId));
  const [from, setFrom] = useUrlState("from", today);
  const [to, setTo] = useUrlState("to", today);
  const filters = useClearQueryParams(["account", "from", "to"]);
  const isMobile = useIsMobile();
  const isValidPeriod = from !== "" && to !== "" && from <= to;
  const path = `${cashBook.path}?${new URLSearchParams({ account: accountId, from, to })}`;
  const { data, error, loading, refetch, showMore } = useLimitedRequest<{ data: CashBookRecord }>(
    isValidPeriod ? path : null,
    cashBookTopics,
    pageSize,
  );
  const book = data?.data;
  const entries = book?.entries ?? noEntries;
  const columns = useMemo(buildColumns, []);

  /** The cash book with all entries, for exported files; requested unless all of them are loaded. */
  async function readWholeBook(): Promise<CashBookRecord> {
    if (book?.next === null) return book;
    return (await request<{ data: CashBookRecord }>({ method: "get", path })).data;
  }

  async function savePdf(): Promise<void> {
    const wholeBook = await readWholeBook();
    const document = { ...wholeBook, AccountName: translateName(wholeBook.AccountName) };
    return saveDocument({
      fileName: `${cashBookFileName(wholeBook)}.pdf`,
      render: (pdfs, context) => pdfs.createCashBookPdf(document, context),
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
              getRows={async () => (await readWholeBook()).entries}
              isEmpty={entries.length === 0}
            />
            <ExportButton variant="ghost" icon="file-text" disabled={!book} exportFile={savePdf}>
              {t("PDF")}
            </ExportButton>
          </>
        }
      >
        <FilterSheet activeCount={filters.count} onClear={filters.clear}>
          <FilterSelect
            label={t("Account")}
            value={accountId}
            onChange={setAccountId}
            options={accounts.map(({ AccountID, AccountName }) => ({
              value: String(AccountID),
              label: translateName(AccountName),
            }))}
          />
          <DateRange key={filters.clearCount}>
            <DateFilter label={t("From")} value={from} onChange={setFrom} />
            <DateFilter label={t("To")} value={to} onChange={setTo} />
          </DateRange>
        </FilterSheet>
        {isMobile && book && (
          <AccountAndDays>
            <strong>
              <bdi>{translateName(book.AccountName)}</bdi>
            </strong>
            <span>{from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`}</span>
          </AccountAndDays>
        )}
      </Toolbar>
      <StaleDataNotice error={error} hasData={book !== undefined} onRetry={refetch} />
      {!isValidPeriod ? (
        <EmptyState title={t("Choose a first day and a last day that is not before it.")} />
      ) : (
        <>
          <CashBookFigures book={book} />
          <Table
            label={t("Cash Book")}
            columns={columns}
            rows={entries}
            rowKey={entryKey}
            loading={loading && !book}
            totals={
              book?.next === null
                ? {
                    Text: t("Total"),
                    In: <Money rupees={book.in} strong />,
                    Out: <Money rupees={book.out} strong />,
                    Balance: <Money rupees={book.closing} strong />,
                  }
                : undefined
            }
            empty={
              <ResourceEmptyState
                error={book ? undefined : error}
                onRetry={refetch}
                title={t("Nothing entered or left this account on these days.")}
              />
            }
          />
          {book && book.next !== null && (
            <More>
              <MetaText>
                {t("First {count} entries shown, all before {day}", {
                  count: formatCount(entries.length),
                  day: formatDay(book.next),
                })}
              </MetaText>
              <Button variant="ghost" busy={loading} onClick={showMore}>
                {t("Show more")}
              </Button>
            </More>
          )}
        </>
      )}
    </TabContent>
  );
}

/** Number of entries that are loaded at first, and added by each "Show more". */
const pageSize = 500;

/** The account and days that are shown; for phones, where the filters are in a sheet. */
const AccountAndDays = styled.span`
  ${typography("meta")}
  ${({ theme }) => css`
    display: grid;
    flex: 1;
    min-inline-size: 0;
    color: ${theme.color.textMuted};
  `}
`;

const More = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.s};
    padding: ${theme.space.s} ${theme.size.gutter};
    border-block-start: 1px solid ${theme.color.border};
  `}
`;

/** Not sortable, because the balance after each entry makes sense in the order of the book only. */
function buildColumns(): readonly Column<Entry>[] {
  const buildInOrOutColumn = (key: "In" | "Out", title: string): Column<Entry> => ({
    key,
    title,
    width: 15,
    align: "end",
    mobileSlot: "hidden",
    render: (entry) => entry[key] !== 0 && <Money rupees={entry[key]} />,
    exportValue: (entry) => (entry[key] === 0 ? null : { rupees: entry[key] }),
  });
  return [
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
      ...buildInOrOutColumn("In", t("In, Rs")),
      mobileSlot: "amount",
      renderMobile: ({ In, Out }) => <Money rupees={sumRupees([In, -Out])} strong />,
    },
    buildInOrOutColumn("Out", t("Out, Rs")),
    amountColumn({ key: "Balance", title: t("Balance, Rs"), width: 16, mobileSlot: "hidden" }),
  ];
}

function describeKind({ Kind }: Entry): string {
  return t(cashBookKindLabels[Kind]);
}

function entryKey({ Kind, No, ID }: Entry): string {
  return `${Kind} ${No} ${ID}`;
}

const cashBookTopics = ["cash-book"];
const noEntries: readonly Entry[] = [];
