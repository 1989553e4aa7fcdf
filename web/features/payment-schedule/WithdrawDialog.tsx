import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { monthOf } from "../../../shared/dates.ts";
import { withdrawInstallments } from "../../../shared/endpoints/payment-schedule.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { withdrawBody } from "../../../shared/resources/withdrawn-installment.ts";
import { callEndpoint } from "../../api/request.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import type { ScheduleRow } from "../../domain/schedule/scheduleEntry.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { plural, t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { FormDialog, ReasonField } from "../../resource/form/FormDialog.tsx";
import { SwitchField } from "../../ui/form/FormFields.tsx";

const formSchema = withdrawBody.pick({ Reason: true }).extend({ IncludesLater: z.boolean() });

interface WithdrawDialogProps {
  row: ScheduleRow;
  /** The installments of all houses in the year of `row`. */
  yearRows: readonly ScheduleRow[];
  onClose: () => void;
}

/** Withdraws an unpaid installment, or also the later ones of the house in the same year, with a reason. */
export function WithdrawDialog({ row, yearRows, onClose }: WithdrawDialogProps) {
  // Fixed when the dialog opens: a request without an answer is repeated with the same ids, although its rows may be
  // withdrawn by then.
  const [laterIds] = useState(() =>
    yearRows
      .filter(
        ({ PlotID, DueDate, AmountReceived }) => PlotID === row.PlotID && DueDate > row.DueDate && AmountReceived === 0,
      )
      .map(({ PaymentScheduleID }) => PaymentScheduleID),
  );
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { Reason: "", IncludesLater: false } });
  const { describeLock } = useMonthLock();

  return (
    <FormDialog
      form={form}
      title={t("Withdraw the installment of {month}?", { month: monthYearText(monthOf(row.DueDate)) })}
      leading={<HouseBadge houseNo={row.HouseNo} category={row.CategoryName} />}
      description={t("The house no longer owes it. It stays listed under Withdrawn Installments with your reason.")}
      lockedText={describeLock(paymentSchedule, row)}
      submitLabel={t("Withdraw")}
      send={async ({ Reason, IncludesLater }, idempotencyKey) => {
        const PaymentScheduleIDs = [row.PaymentScheduleID, ...(IncludesLater ? laterIds : [])];
        const body = { PaymentScheduleIDs, Reason };
        const response = await callEndpoint(withdrawInstallments, { body, idempotencyKey });
        return { ...response, detail: t("House {house}", { house: row.HouseNo }) };
      }}
      onClose={onClose}
    >
      <ReasonField />
      {laterIds.length > 0 && (
        <SwitchField
          name="IncludesLater"
          label={plural(
            laterIds.length,
            {
              one: "Also the later unpaid installment of this house in {year}",
              other: "Also the {count} later unpaid installments of this house in {year}",
            },
            { year: monthOf(row.DueDate).year },
          )}
        />
      )}
    </FormDialog>
  );
}
