import { type ReactNode, useMemo } from "react";
import { societyDayAt } from "../../../shared/dates.ts";
import { accountBalances } from "../../../shared/endpoints/cash-book.ts";
import { sumRupees } from "../../../shared/money.ts";
import { account, accountKindLabels, accountKinds } from "../../../shared/resources/account.ts";
import type { AccountRecord } from "../../domain/accounts.tsx";
import { Status } from "../../domain/Status.tsx";
import { serverNow } from "../../hooks/serverClock.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import {
  amountColumn,
  computedAmountColumn,
  computedTextColumn,
  dayColumn,
  nameColumn,
} from "../../resource/columns.tsx";
import { FooterAmount } from "../../resource/ResourceFooter.tsx";
import { ResourceScreen } from "../../resource/ResourceScreen.tsx";
import { SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { DateField, NumberField, SelectField, SwitchField, TextField } from "../../ui/form/FormFields.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money } from "../../ui/text/Money.tsx";
import { TransferList } from "./TransferList.tsx";

/** The society's accounts with their balances, or the transfers between them. */
export function AccountsScreen() {
  const [view, setView] = useUrlState("show", "");
  const viewSwitch = (
    <SegmentedControl
      label={t("Show")}
      value={view}
      onChange={setView}
      options={[
        { value: "", label: t("Accounts") },
        { value: "transfers", label: t("Transfers") },
      ]}
    />
  );
  return view === "transfers" ? <TransferList viewSwitch={viewSwitch} /> : <AccountList viewSwitch={viewSwitch} />;
}

function AccountList({ viewSwitch }: { viewSwitch: ReactNode }) {
  const { data } = useLiveRequest<{ data: readonly { AccountID: number; Balance: number }[] }>(
    accountBalances.path,
    balanceTopics,
  );
  const balances = useMemo(() => new Map(data?.data.map(({ AccountID, Balance }) => [AccountID, Balance])), [data]);
  const columns = useMemo(() => buildColumns(balances), [balances]);

  /** In rupees; undefined until all balances are loaded. */
  function sumBalances(accounts: readonly AccountRecord[]): number | undefined {
    const amounts = accounts.flatMap(({ AccountID }) => balances.get(AccountID) ?? []);
    return amounts.length < accounts.length ? undefined : sumRupees(amounts);
  }

  return (
    <ResourceScreen
      resource={account}
      title={t("Accounts")}
      nouns={[t("account"), t("accounts")]}
      columns={columns}
      defaultSort="AccountName"
      defaultValues={{
        AccountName: "",
        Kind: "bank",
        OpeningBalance: undefined,
        OpeningDate: societyDayAt(serverNow()),
        IsActive: true,
      }}
      fields={() => <AccountFields />}
      filter={{ controls: viewSwitch }}
      empty={{ title: t("No accounts yet."), text: t("Every payment belongs to one account.") }}
      totals={(visible) => {
        const total = sumBalances(visible);
        return { AccountName: t("Total"), Balance: total === undefined ? "—" : <Money rupees={total} strong /> };
      }}
      footer={(visible) => {
        const total = sumBalances(visible);
        return total !== undefined && <FooterAmount text="Total {amount}" rupees={total} />;
      }}
    />
  );
}

function AccountFields() {
  const { min } = useOpenDayBounds();
  return (
    <>
      <TextField name="AccountName" label={t("Account Name")} />
      <SelectField
        name="Kind"
        label={t("Kind")}
        options={accountKinds.map((kind) => ({ value: kind, label: t(accountKindLabels[kind]) }))}
      />
      <NumberField name="OpeningBalance" label={t("Opening balance")} hint={t("In rupees")} />
      <DateField
        name="OpeningDate"
        label={t("Opening date")}
        hint={t("The balance at the start of this day")}
        min={min}
      />
      <SwitchField
        name="IsActive"
        label={t("Active")}
        hint={t("An inactive account takes no new payments")}
        fullWidth
      />
    </>
  );
}

/** `balances` are in rupees by AccountID; empty until they are loaded. */
function buildColumns(balances: ReadonlyMap<number, number>): readonly Column<AccountRecord>[] {
  const balanceOf = ({ AccountID }: AccountRecord) => balances.get(AccountID) ?? null;
  return [
    nameColumn({ key: "AccountName", title: t("Account"), width: 22, grow: 2, mobileSlot: "title" }),
    computedTextColumn({ key: "Kind", title: t("Kind"), width: 14, mobileSlot: "sub" }, describeKind),
    dayColumn({ key: "OpeningDate", title: t("Opening date"), width: 13, mobileSlot: "hidden" }),
    {
      ...amountColumn({ key: "OpeningBalance", title: t("Opening balance, Rs"), width: 17, mobileSlot: "hidden" }),
      render: ({ OpeningBalance }) => <Money rupees={OpeningBalance} />,
    },
    computedAmountColumn({ key: "Balance", title: t("Balance, Rs"), width: 16, mobileSlot: "amount" }, balanceOf),
    {
      key: "IsActive",
      title: t("State"),
      width: 12,
      mobileSlot: "meta",
      render: ({ IsActive }) => <Status value={IsActive ? "Active" : "Inactive"} />,
      sortValue: ({ IsActive }) => Number(IsActive),
      exportValue: ({ IsActive }) => t(IsActive ? "Active" : "Inactive"),
    },
  ];
}

function describeKind({ Kind }: AccountRecord): string {
  return t(accountKindLabels[Kind]);
}

const balanceTopics = ["cash-book"];
