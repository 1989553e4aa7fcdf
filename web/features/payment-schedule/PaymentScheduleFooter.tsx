import styled, { css } from "styled-components";
import { type PaisaSum, toRupees } from "../../../shared/money.ts";
import { formatHouseCount, formatInstallmentCount } from "../../domain/counts.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { Kbd, KeyboardHints } from "../../ui/text/Text.tsx";
import { hideOnMobile } from "../../ui/theme/mixins.ts";
import type { ScheduleTotals } from "./filterSchedule.ts";

/** Totals of the filtered schedule and keyboard hints; no totals while loading. */
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
          <Kbd>←</Kbd> <Kbd>→</Kbd> {t("collapse or expand")}
        </span>
      </KeyboardHints>
    </>
  );
}

function Totals({ houseCount, installmentCount, billed, received, outstanding, overdue }: ScheduleTotals) {
  return (
    <>
      <Counts>{[formatHouseCount(houseCount), formatInstallmentCount(installmentCount)].join(t(", "))}</Counts>
      <Total>
        <Trans text="Billed {amount}" with={{ amount: renderAmount(billed) }} />
      </Total>
      <Total $good>
        <Trans text="Received {amount}" with={{ amount: renderAmount(received) }} />
      </Total>
      <Total>
        <Trans text="Outstanding {amount}" with={{ amount: renderAmount(outstanding) }} />
      </Total>
      <Total>
        <Trans text="Overdue {amount}" with={{ amount: renderAmount(overdue) }} />
      </Total>
    </>
  );
}

function renderAmount(amount: PaisaSum) {
  return <Money rupees={toRupees(amount)} showCurrency strong />;
}

/** Hidden on phones, because the sums need the space. */
const Counts = styled.span`
  ${hideOnMobile}
`;

const Total = styled.span<{ $good?: boolean }>`
  ${({ theme, $good = false }) => css`
    bdi {
      color: ${$good ? theme.color.accent : theme.color.text};
    }
  `}
`;
