import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { monthOf, societyDayAt } from "../../../shared/dates.ts";
import { expenses } from "../../../shared/resources/expenses.ts";
import { AccountField } from "../../domain/accounts.tsx";
import { formatNameAndAmount, sumAmounts } from "../../domain/amounts.ts";
import { AttachmentField, attachChosenFile } from "../../domain/attachments.tsx";
import { yearOptions } from "../../domain/periodFilters.tsx";
import { Status } from "../../domain/Status.tsx";
import { serverNow } from "../../hooks/serverClock.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { buildMonthOptions, shortMonthName } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { amountColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { FooterAmount } from "../../resource/ResourceFooter.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import {
  DateField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from "../../ui/form/FormFields.tsx";
import { SuggestionField } from "../../ui/form/SuggestionField.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { attachmentColumn, attachVoucher, type ExpenseRecord, useCanAttach } from "./attachmentColumn.tsx";

/** Value of the filter options "All Months" and "All Years". */
const allOption = "all";

/** The society's paid and unpaid expenses by month. */
export function ExpensesScreen() {
  const { rows } = useResource(expenses);
  const currentMonth = monthOf(societyDayAt(serverNow()));
  const thisYear = String(currentMonth.year);
  const thisMonth = String(currentMonth.month).padStart(2, "0");
  const [year, setYear] = useUrlState("year", thisYear);
  const [month, setMonth] = useUrlState("month", allOption);
  const matches = useCallback(
    ({ Year, Month }: ExpenseRecord) =>
      (year === allOption || Year === year) && (month === allOption || Month === month),
    [year, month],
  );
  const types = useMemo(
    () => [...new Set([...rows.map((row) => row.ExpenseType), ...commonExpenseTypes])].sort(),
    [rows],
  );
  /** The file that is chosen in the form of a new expense. */
  const [voucher, setVoucher] = useState<File>();
  const canAttach = useCanAttach();
  const defaultValues = {
    ExpenseType: "",
    ExpenseTitle: "",
    Description: "",
    Month: month === allOption ? thisMonth : month,
    Year: year === allOption ? thisYear : year,
    Amount: undefined,
    IsPaid: false,
    PaidOnDate: undefined,
    AccountID: undefined,
    Payee: "",
    VoucherNo: "",
  };

  async function handleCreated(expense: ExpenseRecord) {
    if (voucher) await attachChosenFile(voucher, (body) => attachVoucher(expense, body));
  }

  return (
    <ResourceScreen
      resource={expenses}
      title={t("Expenses")}
      nouns={[t("expense"), t("expenses")]}
      columns={buildColumns}
      defaultSort="-Month"
      defaultValues={defaultValues}
      fields={(expense) => (
        <>
          <ExpenseFields types={types} />
          {!expense && canAttach && <VoucherField file={voucher} onChange={setVoucher} />}
        </>
      )}
      getName={describeExpense}
      onCreated={handleCreated}
      filter={{
        paramNames: ["year", "month"],
        matches,
        controls: (
          <>
            <FilterSelect
              label={t("Month")}
              value={month}
              onChange={setMonth}
              options={[{ value: allOption, label: t("All Months") }, ...buildExpenseMonthOptions()]}
            />
            <FilterSelect
              label={t("Year")}
              value={year}
              onChange={setYear}
              options={[{ value: allOption, label: t("All Years") }, ...yearOptions]}
            />
          </>
        ),
      }}
      importKind="expenses"
      empty={{
        title: t("No expenses found."),
        text: t("Expenses are compared with the amounts received, month by month."),
        noMatchesTitle: t("No expenses found."),
      }}
      deleteText={t("It is removed from the month's report and the dashboard at once.")}
      totals={(visible) => ({ Month: t("Total"), Amount: <Money rupees={sumAmounts(visible)} strong /> })}
      footer={(visible) => <ExpenseTotals visible={visible} />}
    />
  );
}

function describeExpense({ ExpenseTitle, Amount }: ExpenseRecord): string {
  return formatNameAndAmount(ExpenseTitle, Amount);
}

/** The unpaid sum; on phones also the total, because cards have no totals row. */
function ExpenseTotals({ visible }: { visible: readonly ExpenseRecord[] }) {
  const isMobile = useIsMobile();
  return (
    <>
      {isMobile && <FooterAmount text="Total {amount}" rupees={sumAmounts(visible)} />}
      <FooterAmount text="Unpaid {amount}" rupees={sumAmounts(visible.filter(({ IsPaid }) => !IsPaid))} />
    </>
  );
}

/**
 * The form's fields. The day of the payment is asked only of a paid expense; for the account see useSyncPaymentFields.
 */
function ExpenseFields({ types }: { types: readonly string[] }) {
  const { isPaid, hasAccountField } = useSyncPaymentFields();
  const openDays = useOpenDayBounds();
  const isMobile = useIsMobile();
  return (
    <>
      <SuggestionField
        name="ExpenseType"
        label={t("Expense Type")}
        hint={isMobile ? undefined : t("↓ and Enter choose one from the list")}
        suggestions={types}
      />
      <TextField name="ExpenseTitle" label={t("Expense Title")} />
      <NumberField name="Amount" label={t("Amount")} hint={t("In rupees")} />
      <SwitchField name="IsPaid" label={t("Paid")} />
      {isPaid && <DateField name="PaidOnDate" label={t("Paid On")} {...openDays} />}
      {hasAccountField && (
        <AccountField name="AccountID" label={t("Paid from account")} placeholder={t("Cash account")} />
      )}
      <TextField name="Payee" label={t("Payee")} />
      <TextField name="VoucherNo" label={t("Voucher No")} />
      <SelectField
        name="Month"
        label={t("Month")}
        placeholder={t("Select Month")}
        options={buildExpenseMonthOptions()}
      />
      <SelectField name="Year" label={t("Year")} placeholder={t("Select Year")} options={yearOptions} />
      <TextAreaField name="Description" label={t("Description")} fullWidth />
    </>
  );
}

/** Chooses the voucher of a new expense. The file is kept while the form is open. */
function VoucherField({ file, onChange }: { file: File | undefined; onChange: (file: File | undefined) => void }) {
  useEffect(() => () => onChange(undefined), [onChange]);
  return <AttachmentField label={t("Photo of the bill")} file={file} onChange={onChange} />;
}

/**
 * Sets PaidOnDate to today when the expense is marked as paid. When it is marked as unpaid, clears PaidOnDate and the
 * account, which are then hidden. If the form opens with an unpaid expense that has an account, the account field stays
 * until IsPaid changes, so that it does not disappear while the user clears it.
 */
function useSyncPaymentFields(): { isPaid: boolean; hasAccountField: boolean } {
  const { getValues, setValue } = useFormContext();
  const [hasAccountField, setHasAccountField] = useState(() => Boolean(getValues("IsPaid") || getValues("AccountID")));
  const isPaid: unknown = useWatch({ name: "IsPaid" });
  const previous = useRef(isPaid);
  useEffect(() => {
    if (isPaid === previous.current) return;
    previous.current = isPaid;
    setHasAccountField(isPaid === true);
    if (!isPaid) for (const name of ["PaidOnDate", "AccountID"]) setValue(name, null);
    else if (!getValues("PaidOnDate")) setValue("PaidOnDate", societyDayAt(serverNow()));
  }, [isPaid, getValues, setValue]);
  return { isPaid: isPaid === true, hasAccountField };
}

function buildColumns(): readonly Column<ExpenseRecord>[] {
  return [
    {
      key: "Month",
      title: t("Month"),
      width: 10,
      mobileSlot: "meta",
      render: formatExpenseMonth,
      sortValue: ({ Year, Month }) => `${Year}-${Month}`,
      exportValue: ({ Month, Year }) => `${Month}/${Year}`,
    },
    textColumn({ key: "ExpenseType", title: t("Type"), width: 11, grow: 1, mobileSlot: "meta" }),
    textColumn({ key: "ExpenseTitle", title: t("Title"), width: 18, grow: 2, mobileSlot: "title" }),
    textColumn({
      key: "Description",
      title: t("Description"),
      width: 12,
      grow: 2,
      showsRowState: true,
      mobileSlot: "hidden",
    }),
    textColumn({ key: "Payee", title: t("Payee"), width: 10, grow: 1, mobileSlot: "hidden" }),
    textColumn({ key: "VoucherNo", title: t("Voucher No"), width: 11, dropOrder: 1, mobileSlot: "hidden" }),
    attachmentColumn(),
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 12, mobileSlot: "amount" }),
    {
      key: "IsPaid",
      title: t("State"),
      width: 11,
      mobileSlot: "meta",
      render: ({ IsPaid }) => (IsPaid ? <Status value="Paid" /> : <Status value="Not due yet">{t("Unpaid")}</Status>),
      sortValue: ({ IsPaid }) => IsPaid,
      exportValue: ({ IsPaid }) => t(IsPaid ? "Paid" : "Unpaid"),
    },
    dayColumn({ key: "PaidOnDate", title: t("Paid On"), width: 12, mobileSlot: "hidden" }),
  ];
}

function formatExpenseMonth({ Month, Year }: ExpenseRecord): string {
  return t("{month} {year}", { month: shortMonthName(Number(Month)), year: Year });
}

/** Months in the format of the field Month, `01` to `12`. */
function buildExpenseMonthOptions() {
  return buildMonthOptions().map(({ value, label }) => ({ value: String(value).padStart(2, "0"), label }));
}

/** Suggested in addition to the types in use. */
const commonExpenseTypes: readonly string[] = [
  "Electricity",
  "Maintenance",
  "Miscellaneous",
  "Repairs",
  "Salaries",
  "Sanitation",
  "Security",
  "Utilities",
  "Water",
];
