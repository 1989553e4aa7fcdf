import styled, { css } from "styled-components";
import { type Paisa, toRupees } from "../../../shared/money.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { Kbd } from "../../ui/text/Kbd.tsx";
import { KeyboardHints } from "../../ui/text/KeyboardHints.ts";
import { formatCount, Money } from "../../ui/text/Money.tsx";
import { formatInstallmentCount as installmentsIn } from "../service-rate/serviceRateText.ts";
import type { ScheduleTotals } from "./filterSchedule.ts";

/** What the filters leave, in figures, and the keys; without `sums` as long as nothing is known. */
export function PaymentScheduleFooter({
  totals,
  canMarkPaid,
}: {
  totals: ScheduleTotals | undefined;
  canMarkPaid: boolean;
}) {
  return (
    <>
      {totals && <Totals {...totals} />}
      <KeyboardHints aria-hidden="true">
        {canMarkPaid && (
          <span>
            <Kbd>Space</Kbd> {t("paid")}
          </span>
        )}
        <span>
          <Kbd>←</Kbd> <Kbd>→</Kbd> {t("fold")}
        </span>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t("move")}
        </span>
      </KeyboardHints>
    </>
  );
}

function Totals({ houses, installments, billed, received, open }: ScheduleTotals) {
  return (
    <>
      <span>{[formatHouseCount(houses), installmentsIn(installments)].join(t(", "))}</span>
      <Total>
        <Trans text="Billed {amount}" with={{ amount: renderAmount(billed) }} />
      </Total>
      <Total $good>
        <Trans text="Received {amount}" with={{ amount: renderAmount(received) }} />
      </Total>
      <Total>
        <Trans text="Due {amount}" with={{ amount: renderAmount(open) }} />
      </Total>
    </>
  );
}

function renderAmount(paisa: Paisa) {
  return <Money rupees={toRupees(paisa)} decimals={2} showCurrency strong />;
}

function formatHouseCount(count: number): string {
  return count === 1 ? t("1 house") : t("{count} houses", { count: formatCount(count) });
}

const Total = styled.span<{ $good?: boolean }>`
  ${({ theme, $good = false }) => css`
    bdi {
      color: ${$good ? theme.color.accent : theme.color.text};
    }
  `}
`;
