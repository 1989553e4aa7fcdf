import { createContext, type ReactNode, useContext, useMemo } from "react";
import styled, { css } from "styled-components";
import { type Day, monthOf, societyToday } from "../../../shared/dates.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { useCanList } from "../../api/useCanList.ts";
import { shortMonthName } from "../../i18n/months.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import { VisuallyHidden } from "../../ui/text/VisuallyHidden.ts";
import { typography } from "../../ui/theme/theme.ts";
import { formatInstallmentCount } from "../service-rate/serviceRateText.ts";
import type { Receipt } from "./useReceiptFilters.ts";

/** The installments of a year by id, for the receipts that settle them. */
type InstallmentsByID = ReadonlyMap<number, { DueDate: Day; IsPaid: 0 | 1 }>;

const noInstallments: InstallmentsByID = new Map();
const InstallmentsContext = createContext(noInstallments);

/** Lets receipts name the months that they settle, to those who may see the schedule. */
export function SettledInstallmentsProvider({ year, children }: { year: number | undefined; children: ReactNode }) {
  const readable = useCanList(paymentSchedule);
  if (!readable) return children;
  return <YearInstallments year={year ?? monthOf(societyToday(new Date())).year}>{children}</YearInstallments>;
}

function YearInstallments({ year, children }: { year: number; children: ReactNode }) {
  const { rows } = useResource(paymentSchedule, { year });
  const months = useMemo(() => new Map(rows.map((row) => [row.PaymentScheduleID, row])), [rows]);
  return <InstallmentsContext value={months}>{children}</InstallmentsContext>;
}

/** Where the money went: the months it settles, and what is left as credit. */
export function SettlementCell({ receipt }: { receipt: Receipt }) {
  const months = useContext(InstallmentsContext);
  if (receipt.VoidedAt !== null) return "—";
  const paid = listSettledMonths(receipt, months).join(t(", "));
  const credit = receipt.Credit > 0 ? t("credit {amount}", { amount: formatAmount(receipt.Credit, 2) }) : "";
  if (paid === "" || credit === "") return <bdi>{paid || credit || "—"}</bdi>;
  return (
    <TwoLines>
      <bdi>{paid}</bdi>
      <VisuallyHidden as="span">{t(", ")}</VisuallyHidden>
      <bdi>{credit}</bdi>
    </TwoLines>
  );
}

/** One above the other in the height of a row; beside each other on a card. */
const TwoLines = styled.span`
  ${typography("meta")}
  ${({ theme }) => css`
    display: grid;
    line-height: 1.2;

    ${theme.mobile} {
      ${typography("text")}
      display: inline-flex;
      flex-wrap: wrap;
      gap: ${theme.space.s};
    }
  `}
`;

function listSettledMonths({ Allocations, PaymentDate }: Receipt, months: InstallmentsByID): readonly string[] {
  const count = Allocations.length;
  if (count === 0) return [];
  const rows = Allocations.flatMap(({ PaymentScheduleID }) => months.get(PaymentScheduleID) ?? []);
  if (rows.length < count) return [formatInstallmentCount(count)];
  const part = rows.some(({ IsPaid }) => IsPaid === 0) ? [t("part")] : [];
  if (count > 2) return [t("{count} months", { count }), ...part];
  return [...rows.map(({ DueDate }) => formatSettledMonth(DueDate, PaymentDate)), ...part];
}

function formatSettledMonth(due: Day, paid: Day): string {
  const { year, month } = monthOf(due);
  const name = shortMonthName(month);
  return year === monthOf(paid).year ? name : t("{month} {year}", { month: name, year });
}
