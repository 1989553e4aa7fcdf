import { type ReactNode, useMemo } from "react";
import { societyDayAt } from "../../../shared/dates.ts";
import type { RecordOf } from "../../../shared/registry.ts";
import { accountTransfer, accountTransferName } from "../../../shared/resources/account-transfer.ts";
import { AccountSelect, useAccountNames } from "../../domain/accounts.tsx";
import { formatNameAndAmount, sumAmounts } from "../../domain/amounts.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { amountColumn, dayColumn, textColumn } from "../../resource/columns.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { DateField, NumberField, TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";

type Transfer = RecordOf<typeof accountTransfer>;

/** The transfers between the society's accounts, newest first; `viewSwitch` switches to the accounts. */
export function TransferList({ viewSwitch }: { viewSwitch: ReactNode }) {
  const accountNames = useAccountNames();
  const columns = useMemo(() => buildColumns(accountNames), [accountNames]);
  return (
    <ResourceScreen
      resource={accountTransfer}
      title={t("Transfers")}
      nouns={[t("transfer"), t("transfers")]}
      columns={columns}
      defaultSort="-Date"
      defaultValues={{
        FromAccountID: undefined,
        ToAccountID: undefined,
        Date: societyDayAt(serverNow()),
        Amount: undefined,
        Reference: "",
      }}
      fields={() => <TransferFields />}
      filter={{ controls: viewSwitch }}
      getName={describeTransfer}
      empty={{ title: t("No transfers yet."), text: t("Cash brought to the bank is a transfer.") }}
      totals={(visible) => ({ Date: t("Total"), Amount: <Money rupees={sumAmounts(visible)} strong /> })}
    />
  );
}

function describeTransfer(transfer: Transfer): string {
  return formatNameAndAmount(accountTransferName(transfer), transfer.Amount);
}

function TransferFields() {
  const openDays = useOpenDayBounds();
  return (
    <>
      <AccountSelect name="FromAccountID" label={t("From account")} />
      <AccountSelect name="ToAccountID" label={t("To account")} />
      <DateField name="Date" label={t("Date")} {...openDays} />
      <NumberField name="Amount" label={t("Amount")} hint={t("In rupees")} />
      <TextField name="Reference" label={t("Reference")} fullWidth />
    </>
  );
}

function buildColumns(accountNames: ReadonlyMap<number, string>): readonly Column<Transfer>[] {
  const accountColumn = (key: "FromAccountID" | "ToAccountID", title: string): Column<Transfer> => ({
    key,
    title,
    width: 18,
    grow: 1,
    mobileSlot: key === "FromAccountID" ? "title" : "sub",
    render: (row) => <bdi>{accountNames.get(row[key])}</bdi>,
    sortValue: (row) => accountNames.get(row[key]),
  });
  return [
    dayColumn({ key: "Date", title: t("Date"), width: 13, mobileSlot: "meta" }),
    accountColumn("FromAccountID", t("From account")),
    accountColumn("ToAccountID", t("To account")),
    textColumn({ key: "Reference", title: t("Reference"), width: 18, grow: 1, mobileSlot: "hidden" }),
    amountColumn({ key: "Amount", title: t("Amount, Rs"), width: 15, mobileSlot: "amount" }),
  ];
}
