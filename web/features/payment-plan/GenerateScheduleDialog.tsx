import { type FormEvent, useState } from "react";
import styled, { css } from "styled-components";
import { monthIndex } from "../../../shared/dates.ts";
import {
  type GenerationPreview,
  previewGeneration,
  type SkippedMonth,
} from "../../../shared/endpoints/payment-schedule.ts";
import { groupBy } from "../../../shared/grouping.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { formatHouseCount, formatInstallmentCount } from "../../domain/counts.ts";
import { toMonthRanges } from "../../domain/periods.ts";
import { monthYearText } from "../../i18n/dateTime.ts";
import { plural, t, translateMessage } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { PageDialog } from "../../resource/PageDialog.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Spinner } from "../../ui/feedback/Loading.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormLayout } from "../../ui/form/FormLayout.tsx";
import { Select } from "../../ui/form/Inputs.tsx";
import { formatAmount, formatCount } from "../../ui/text/Money.tsx";
import type { FromMonth, PaymentPlan } from "./usePaymentPlanActions.ts";

interface GenerateScheduleDialogProps {
  plan: PaymentPlan;
  onGenerate: (from: FromMonth) => void;
  onClose: () => void;
}

/** Asks for the first month of a generation, and previews live what it adds. */
export function GenerateScheduleDialog({ plan, onGenerate, onClose }: GenerateScheduleDialogProps) {
  /** `YYYY-M`; undefined until the user chooses another month than the proposed one. */
  const [from, setFrom] = useState<string>();
  const path = previewGeneration.path.replace(":PaymentPlanID", String(plan.PaymentPlanID));
  const proposal = useLiveRequest<{ data: GenerationPreview }>(path, previewResources);
  const [Year, Month] = (from ?? "").split("-");
  const chosen = useLiveRequest<{ data: GenerationPreview }>(
    from === undefined ? null : `${path}?FromMonth=${Month}&FromYear=${Year}`,
    previewResources,
  );
  const { data: response, error } = from === undefined ? proposal : chosen;
  const preview = response?.data;
  const months = (preview ?? proposal.data?.data)?.months ?? [];
  const value = from ?? (preview ? toMonthValue(preview.from) : "");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (preview) onGenerate({ FromMonth: preview.from.Month, FromYear: preview.from.Year });
  }

  return (
    <PageDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("Generate Payment Schedule")}
      description={<bdi>{plan.PaymentPlanName}</bdi>}
    >
      {/* A form, so that on phones the dialog does not grow upwards when the preview arrives. */}
      <form onSubmit={handleSubmit}>
        <FormLayout
          columns={1}
          fullWidthButtons={false}
          formError={error && translateMessage(error.message)}
          actions={
            <>
              <Button onClick={onClose}>{t("Cancel")}</Button>
              <Button type="submit" variant="primary" disabled={preview === undefined}>
                {t("Generate schedule")}
              </Button>
            </>
          }
        >
          <Field
            label={t("From month")}
            hint={t("Proposed: the month in which the first house without all installments was added.")}
          >
            {(control) => (
              <Select
                {...control}
                value={value}
                onChange={(event) => setFrom(event.target.value)}
                options={months.map((month) => ({
                  value: toMonthValue(month),
                  label: monthYearText({ year: month.Year, month: month.Month }),
                }))}
              />
            )}
          </Field>
          <PreviewArea aria-live="polite">{preview ? <PreviewText {...preview} /> : !error && <Spinner />}</PreviewArea>
        </FormLayout>
      </form>
    </PageDialog>
  );
}

const previewResources = [paymentSchedule.name, plot.name];

function toMonthValue({ Month, Year }: { Month: number; Year: number }): string {
  return `${Year}-${Month}`;
}

function PreviewText(preview: GenerationPreview) {
  const { from, months, installments, amount, houses, planHouses, chargedHouses } = preview;
  const { skipped, past, penalized, penalty } = preview;
  const last = months.at(-1) ?? from;
  return (
    <Lines>
      {chargedHouses > 0 && (
        <p>
          {t("{count} of {total} houses have installments of these months already.", {
            count: formatCount(chargedHouses),
            total: formatCount(planHouses),
          })}
        </p>
      )}
      <p>
        {installments === 0
          ? t("No installments will be added.")
          : t("{installments} for {houses}", {
              installments: formatInstallmentCount(installments),
              houses: formatHouseCount(houses),
            })}
      </p>
      {installments > 0 && (
        <p>
          {t("{from} to {to}, Rs {amount} in total", {
            from: monthYearText({ year: from.Year, month: from.Month }),
            to: monthYearText({ year: last.Year, month: last.Month }),
            amount: formatAmount(amount),
          })}
        </p>
      )}
      {skipped > 0 && (
        <p>
          {plural(skipped, {
            one: "1 installment is skipped because its month is already charged.",
            other: "{count} installments are skipped because their months are already charged.",
          })}
        </p>
      )}
      {past > 0 && (
        <Callout
          tone="warn"
          title={plural(past, {
            one: "1 installment is for a past month",
            other: "{count} installments are for past months",
          })}
        >
          {penalized > 0 &&
            plural(
              penalized,
              {
                one: "1 installment gets a penalty of Rs {amount} immediately.",
                other: "{count} installments get penalties of Rs {amount} in total immediately.",
              },
              { amount: formatAmount(penalty) },
            )}
        </Callout>
      )}
    </Lines>
  );
}

/** The skipped months of one house and plan are one group. The groups above this number are only counted. */
const maxShownGroups = 50;

interface SkippedMonthsDialogProps {
  /** The server's message about the generation. */
  message: string;
  /** The months that other plans charge. */
  skipped: readonly SkippedMonth[];
  onClose: () => void;
}

/** The months that a generation left out because other plans charge them. */
export function SkippedMonthsDialog({ message, skipped, onClose }: SkippedMonthsDialogProps) {
  const groups = [...groupBy(skipped, ({ HouseNo, PaymentPlanID }) => `${HouseNo} ${PaymentPlanID}`).values()];
  const hiddenCount = groups.length - maxShownGroups;
  return (
    <PageDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={message}
      description={plural(skipped.length, {
        one: "1 month was skipped because another plan already charges it.",
        other: "{count} months were skipped because other plans already charge them.",
      })}
    >
      <List>
        {groups.slice(0, maxShownGroups).flatMap((months) =>
          months[0] ? (
            <li key={`${months[0].HouseNo} ${months[0].PaymentPlanID}`}>
              {t("{house}: {months} (payment plan {number})", {
                house: months[0].HouseNo,
                months: formatMonths(months),
                number: months[0].PaymentPlanID,
              })}
            </li>
          ) : (
            []
          ),
        )}
      </List>
      {hiddenCount > 0 && <p>{plural(hiddenCount, { one: "and 1 more", other: "and {count} more" })}</p>}
    </PageDialog>
  );
}

/** Consecutive months as first and last: `January 2026 – March 2026, May 2026`. */
function formatMonths(months: readonly SkippedMonth[]): string {
  const sorted = months
    .map(({ Year, Month }) => ({ year: Year, month: Month }))
    .sort((a, b) => monthIndex(a) - monthIndex(b));
  return toMonthRanges(sorted)
    .map(({ first, last }) => [...new Set([monthYearText(first), monthYearText(last)])].join(" – "))
    .join(t(", "));
}

/** Has room for a preview with a warning, so that the buttons stay in place when it arrives or changes. */
const PreviewArea = styled.div`
  ${({ theme }) => css`
    min-block-size: 9lh;

    ${theme.mobile} {
      min-block-size: 15lh;
    }
  `}
`;

const Lines = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.s};
`;

const List = styled.ul`
  display: grid;
  gap: ${({ theme }) => theme.space.xs};
`;
