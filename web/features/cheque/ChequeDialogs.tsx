import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { Day } from "../../../shared/dates.ts";
import {
  bounceBody,
  bounceCheque,
  chequeStepBody,
  clearCheque,
  returnCheque,
} from "../../../shared/endpoints/cheque.ts";
import { sumRupees, toRupees, zero } from "../../../shared/money.ts";
import { cashAccountId } from "../../../shared/resources/account.ts";
import { chequeName } from "../../../shared/resources/cheque.ts";
import { depositSlip } from "../../../shared/resources/deposit-slip.ts";
import { callEndpoint, request } from "../../api/request.ts";
import { type AccountRecord, toAccountOptions } from "../../domain/accounts.tsx";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { plural, t } from "../../i18n/t.ts";
import { useOpenDayBounds } from "../../live/monthLock.ts";
import { useSocietySettings } from "../../live/society.ts";
import { FormDialog } from "../../resource/form/FormDialog.tsx";
import { DateField, NumberField, SelectField, TextField } from "../../ui/form/FormFields.tsx";
import { WholeRow } from "../../ui/form/FormLayout.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import type { ChequeRecord } from "./chequeColumns.tsx";

interface DepositDialogProps {
  /** The society's active accounts. */
  accounts: readonly AccountRecord[];
  cheques: readonly ChequeRecord[];
  onDeposited: (DepositSlipID: number) => void;
  onClose: () => void;
}

/** Number of cheques that the dialog lists; the total counts all. */
const maxListed = 8;
const depositBody = z.object({ AccountID: z.int(), Date: z.string(), ChequeIDs: z.array(z.int()) });

/** Deposits the cheques with one slip. */
export function DepositDialog({ accounts, cheques, onDeposited, onClose }: DepositDialogProps) {
  const preferred = accounts.find(({ Kind }) => Kind === "bank") ?? accounts[0];
  const form = useForm({
    resolver: zodResolver(depositBody),
    defaultValues: {
      AccountID: preferred?.AccountID ?? cashAccountId,
      Date: useSocietyToday(),
      ChequeIDs: cheques.map(({ ChequeID }) => ChequeID),
    },
  });
  const chequesError = form.formState.errors.ChequeIDs?.message;
  const total = sumRupees(cheques.map(({ Amount }) => Amount));
  return (
    <FormDialog
      form={form}
      send={async (body, idempotencyKey) => {
        const { data } = await request<{ data: { DepositSlipID: number } }>({
          method: "post",
          path: `/${depositSlip.writePath}`,
          body,
          idempotencyKey,
        });
        onDeposited(data.DepositSlipID);
        return {};
      }}
      onClose={onClose}
      formError={chequesError}
      columns={2}
      submitLabel={t("Deposit")}
      title={plural(cheques.length, { one: "Deposit 1 cheque", other: "Deposit {count} cheques" })}
      description={t("The money enters the account on the day of the deposit.")}
    >
      <SelectField name="AccountID" label={t("Account")} options={toAccountOptions(accounts)} />
      <DateField name="Date" label={t("Date")} {...useChequeStepDateRange(cheques, { isDeposit: true })} />
      <WholeRow>
        <AmountList
          rows={[
            ...cheques.slice(0, maxListed).map((row) => ({
              key: String(row.ChequeID),
              label: [row.HouseNo, chequeName(row), row.BankName].filter(Boolean).join(t(", ")),
              amount: <Money rupees={row.Amount} />,
            })),
            { key: "total", label: t("Total"), amount: <Money rupees={total} showCurrency />, tone: "strong" },
          ]}
        />
      </WholeRow>
    </FormDialog>
  );
}

interface SingleChequeDialogProps {
  row: ChequeRecord;
  onClose: () => void;
}

/** Marks the cheque as cleared, on the day on which the bank has paid it. */
export function ClearDialog(props: SingleChequeDialogProps) {
  return (
    <ChequeStepDialog
      {...props}
      endpoint={clearCheque}
      title={t("Mark cheque {number} as cleared?", { number: chequeName(props.row) })}
      description={t("The bank has paid it.")}
      submitLabel={t("Mark cleared")}
    />
  );
}

/** Marks the cheque as returned, on the day on which the payer gets it back. */
export function ReturnDialog(props: SingleChequeDialogProps) {
  return (
    <ChequeStepDialog
      {...props}
      endpoint={returnCheque}
      title={t("Return cheque {number}?", { number: chequeName(props.row) })}
      description={t("It goes back to the payer. Its receipt keeps its number and no longer counts as received.")}
      submitLabel={t("Return cheque")}
    />
  );
}

interface ChequeStepDialogProps extends SingleChequeDialogProps {
  endpoint: typeof clearCheque;
  title: string;
  description: string;
  submitLabel: string;
}

function ChequeStepDialog({ row, onClose, endpoint, title, description, submitLabel }: ChequeStepDialogProps) {
  const form = useForm({ resolver: zodResolver(chequeStepBody), defaultValues: { Date: useDefaultDay(row) } });
  return (
    <FormDialog
      form={form}
      send={(body, idempotencyKey) =>
        callEndpoint(endpoint, { params: { ChequeID: row.ChequeID }, body, idempotencyKey })
      }
      onClose={onClose}
      submitLabel={submitLabel}
      title={title}
      leading={<HouseBadge houseNo={row.HouseNo} category={row.CategoryName} />}
      description={description}
      width="s"
    >
      <DateField name="Date" label={t("Date")} {...useChequeStepDateRange([row])} />
    </FormDialog>
  );
}

/** Marks a deposited cheque as bounced, with the reason and day of the bank's refusal and the fee. */
export function BounceDialog({ row, onClose }: SingleChequeDialogProps) {
  const settings = useSocietySettings();
  /** Whether the form opens with the fee of the society. If not, the server fills in an empty field. */
  const [isFeeProposed] = useState(settings !== undefined);
  const form = useForm({
    resolver: zodResolver(bounceBody),
    defaultValues: { Date: useDefaultDay(row), Reason: "", Fee: settings?.BounceFee ?? null },
  });
  return (
    <FormDialog
      form={form}
      send={({ Fee, ...values }, idempotencyKey) => {
        const body = { ...values, Fee: Fee === null && !isFeeProposed ? null : toRupees(Fee ?? zero) };
        return callEndpoint(bounceCheque, { params: { ChequeID: row.ChequeID }, body, idempotencyKey });
      }}
      onClose={onClose}
      columns={2}
      submitLabel={t("Mark bounced")}
      title={t("Mark cheque {number} as bounced?", { number: chequeName(row) })}
      leading={<HouseBadge houseNo={row.HouseNo} category={row.CategoryName} />}
      description={t(
        "The installments it settled are due again from this day. Its receipt keeps its number and no longer counts as received. The payer gets an email.",
      )}
    >
      <TextField name="Reason" label={t("Reason")} fullWidth />
      <DateField name="Date" label={t("Date")} {...useChequeStepDateRange([row])} />
      <NumberField
        name="Fee"
        label={t("Fee, Rs")}
        hint={isFeeProposed ? t("Charged to the house; empty for none") : t("Empty for the society's fee, 0 for none")}
      />
    </FormDialog>
  );
}

/** Today, or the day of the cheque's last step if that is later. */
function useDefaultDay({ StateDate }: ChequeRecord): Day {
  const today = useSocietyToday();
  return StateDate > today ? StateDate : today;
}

/**
 * The days on which all these cheques can take the next step: not before their last step, and for a deposit not before
 * the dates written on them.
 */
function useChequeStepDateRange(
  cheques: readonly ChequeRecord[],
  { isDeposit = false }: { isDeposit?: boolean } = {},
): { min: Day | undefined; max: Day } {
  const { min = "", max } = useOpenDayBounds();
  const days = cheques.flatMap(({ StateDate, ChequeDate }) =>
    isDeposit && ChequeDate !== null ? [StateDate, ChequeDate] : [StateDate],
  );
  return { min: [min, ...days].sort().at(-1) || undefined, max };
}
