import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { monthIndex, monthOf } from "../../../shared/dates.ts";
import { periodMonths } from "../../../shared/domain/payment-plan.ts";
import { reviseRateFormSchema } from "../../../shared/endpoints/revision.ts";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { formatRatePeriod } from "../../domain/periods.ts";
import { RevisionDialog } from "../../domain/revision/RevisionDialog.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { buildMonthOptions } from "../../i18n/dateTime.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { NumberField, SelectField } from "../../ui/form/FormFields.tsx";
import { formatAmount } from "../../ui/text/Money.tsx";
import { describeRateTarget, type ServiceRate } from "./serviceRateText.ts";

/** Changes the amount of a service charge from a chosen month on. */
export function ReviseRateDialog({ rate, onClose }: { rate: ServiceRate; onClose: () => void }) {
  const thisMonth = monthOf(useSocietyToday());
  const months = periodMonths(rate);
  const proposed = months.find((month) => monthIndex(month) >= monthIndex(thisMonth)) ?? months.at(-1);
  const form = useForm({
    resolver: zodResolver(reviseRateFormSchema),
    defaultValues: { FromMonth: proposed?.month, FromYear: proposed?.year, FloorRate: undefined },
  });
  const years = [...new Set(months.map(({ year }) => year))];
  return (
    <RevisionDialog
      title={t("Revise {name}", { name: describeRateTarget(rate) })}
      recordName={describeRateTarget(rate)}
      leading={<CategoryBadge category={rate.CategoryName} />}
      description={
        <Trans
          text="The service charge of {period} ends before the chosen month, and a new one with the new amount follows. For paid months, the difference becomes a credit or a charge."
          with={{ period: <bdi dir="ltr">{formatRatePeriod(rate)}</bdi> }}
        />
      }
      form={form}
      schema={reviseRateFormSchema}
      path={`/service-rate/${rate.RateID}/revise`}
      submitLabel={t("Revise")}
      isOneHouse={false}
      onClose={onClose}
    >
      <SelectField name="FromMonth" label={t("From month")} options={buildMonthOptions()} />
      <SelectField
        name="FromYear"
        label={t("Year")}
        options={years.map((year) => ({ value: year, label: String(year) }))}
      />
      <NumberField
        name="FloorRate"
        label={t("New amount a month, Rs")}
        hint={t("Now Rs {amount}", { amount: formatAmount(rate.FloorRate) })}
        fullWidth
      />
    </RevisionDialog>
  );
}
