import { useMemo } from "react";
import { societyDayAt } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { otherIncome } from "../../../shared/resources/other-income.ts";
import { PaymentAccountField, useAccountNames } from "../../domain/accounts.tsx";
import { formatNameAndAmount, sumAmounts } from "../../domain/amounts.ts";
import { useYearParam, YearFilter } from "../../domain/periodFilters.tsx";
import { buildPaymentMethodOptions } from "../../domain/receipts/ReceiptFields.tsx";
import { serverNow } from "../../hooks/serverClock.ts";
import { t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { amountColumn, dayColumn, nameColumn, textColumn } from "../../resource/columns.tsx";
import { FooterAmount } from "../../resource/ResourceFooter.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { DateField, NumberField, SelectField, TextAreaField, TextField } from "../../ui/form/FormFields.tsx";
import { SuggestionField } from "../../ui/form/SuggestionField.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";

type OtherIncomeRecord = RecordOf<typeof otherIncome>;

/** The income of a year that is not from houses, newest first. */
export function OtherIncomeScreen() {
  const year = useYearParam();
  const { rows } = useResource(otherIncome, { year });
  const categories = useMemo(
    () => [...new Set([...rows.map(({ Category }) => Category), ...commonCategories()])].sort(),
    [rows],
  );
  const accountNames = useAccountNames();
  const columns = useMemo(() => buildColumns(accountNames), [accountNames]);
  return (
    <ResourceScreen
      resource={otherIncome}
      params={{ year }}
      title={t("Other Income")}
      nouns={[t("income entry"), t("income entries")]}
      columns={columns}
      defaultSort="-Date"
      defaultValues={{
        Date: societyDayAt(serverNow()),
        Payer: "",
        Category: "",
        Amount: undefined,
        Method: "Cash",
        AccountID: undefined,
        Reference: "",
        Description: "",
      }}
      fields={() => <OtherIncomeFields categories={categories} />}
      getName={describeIncome}
      filter={{ paramNames: ["year"], controls: <YearFilter /> }}
      empty={{
        title: t("No other income in this year."),
        text: t("Rent of the hall, scrap and bank interest are income that no house owes."),
      }}
      totals={(visible) => ({ Date: t("Total"), Amount: <Money rupees={sumAmounts(visible)} strong /> })}
      footer={(visible) => <FooterAmount text="Total {amount}" rupees={sumAmounts(visible)} />}
    />
  );
}

function describeIncome({ Category, Amount }: OtherIncomeRecord): string {
  return formatNameAndAmount(Category, Amount);
}

function OtherIncomeFields({ categories }: { categories: readonly string[] }) {
  const openDays = useOpenDayBounds();
  return (
    <>
      <SuggestionField name="Category" label={t("Category")} suggestions={categories} />
      <TextField name="Payer" label={t("Payer")} />
      <NumberField name="Amount" label={t("Amount")} hint={t("In rupees")} />
      <DateField name="Date" label={t("Date")} {...openDays} />
      <SelectField name="Method" label={t("Payment Method")} options={buildPaymentMethodOptions()} />
      <PaymentAccountField methodField="Method" />
      <TextField name="Reference" label={t("Reference")} />
      <TextAreaField name="Description" label={t("Description")} fullWidth />
    </>
  );
}

function buildColumns(accountNames: ReadonlyMap<number, string>): readonly Column<OtherIncomeRecord>[] {
  const formatAccount = ({ AccountID }: OtherIncomeRecord) =>
    AccountID === null ? t("By payment method") : (accountNames.get(AccountID) ?? "");
  return [
    dayColumn({ key: "Date", title: t("Date"), width: 11, mobileSlot: "meta" }),
    textColumn({ key: "Category", title: t("Category"), width: 14, grow: 1, mobileSlot: "title" }),
    textColumn({ key: "Payer", title: t("Payer"), width: 16, grow: 1, mobileSlot: "sub" }),
    textColumn({ key: "Description", title: t("Description"), width: 14, grow: 2, mobileSlot: "hidden" }),
    nameColumn({ key: "Method", title: t("Method"), width: 13, mobileSlot: "meta" }),
    {
      key: "AccountID",
      title: t("Account"),
      width: 16,
      mobileSlot: "hidden",
      render: (row) => formatAccount(row) || "—",
      sortValue: formatAccount,
    },
    textColumn({ key: "Reference", title: t("Reference"), width: 11, mobileSlot: "hidden" }),
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 13, mobileSlot: "amount" }),
  ];
}

/** Suggested in addition to the categories in use. */
function commonCategories(): readonly string[] {
  return [t("Hall rent"), t("Scrap"), t("Bank interest")];
}
