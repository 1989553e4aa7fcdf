import { useMemo } from "react";
import styled from "styled-components";
import { formatMonthYear, monthOf } from "../../../shared/dates.ts";
import type { RevisionLine, RevisionPreview } from "../../../shared/endpoints/revision.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { plural, t } from "../../i18n/t.ts";
import { amountColumn, textColumn } from "../../resource/columns.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount, Money } from "../../ui/text/Money.tsx";
import { formatHouseCount, formatInstallmentCount } from "../counts.ts";

/** What a revision or a move changes in total. */
export function RevisionSummary({ plots, installments, before, after, difference, adjustments }: RevisionPreview) {
  if (installments === 0) return <p>{t("No installment changes.")}</p>;
  return (
    <Summary>
      <p>
        <Trans
          text="{installments} of {houses}: Rs {before} before, Rs {after} after, difference Rs {difference}."
          with={{
            installments: formatInstallmentCount(installments),
            houses: formatHouseCount(plots),
            before: <Money rupees={before} />,
            after: <Money rupees={after} />,
            difference: <Money rupees={difference} />,
          }}
        />
      </p>
      {adjustments > 0 && (
        <p>
          {plural(adjustments, { one: "1 adjustment will be created.", other: "{count} adjustments will be created." })}
        </p>
      )}
    </Summary>
  );
}

/** The months that a revision or a move changes. Consecutive months of a house with the same change are one row. */
export function RevisionTable({ lines, isOneHouse }: { lines: readonly RevisionLine[]; isOneHouse: boolean }) {
  const columns = useMemo(() => buildColumns(isOneHouse), [isOneHouse]);
  return (
    <Box $rows={Math.min(lines.length, maxVisibleRows)}>
      <Table
        label={t("Installments that change")}
        rows={lines}
        rowKey={({ PlotID, From }) => `${PlotID} ${From}`}
        columns={columns}
      />
    </Box>
  );
}

const maxVisibleRows = 8;

function buildColumns(isOneHouse: boolean): readonly Column<RevisionLine>[] {
  return [
    ...(isOneHouse
      ? []
      : [
          {
            key: "HouseNo",
            title: t("House"),
            width: 10,
            mobileSlot: "title",
            render: ({ HouseNo }) => <bdi>{HouseNo}</bdi>,
          } satisfies Column<RevisionLine>,
          textColumn({ key: "OwnerName", title: t("Owner"), width: 14, grow: 1, dropOrder: 1, mobileSlot: "meta" }),
        ]),
    {
      key: "Months",
      title: t("Months"),
      width: 19,
      mobileSlot: isOneHouse ? "title" : "sub",
      render: (line) => <bdi dir="ltr">{formatMonths(line)}</bdi>,
    },
    amountColumn({ key: "Before", title: t("Old amount, Rs"), width: 13, mobileSlot: "hidden" }),
    {
      ...amountColumn({ key: "After", title: t("New amount, Rs"), width: 13, mobileSlot: "amount" }),
      renderMobile: ({ Before, After }) => (
        <bdi dir="ltr">{[...new Set([Before, After])].map((amount) => formatAmount(amount)).join(" → ")}</bdi>
      ),
    },
    amountColumn({ key: "Difference", title: t("Difference, Rs"), width: 14, mobileSlot: "hidden" }),
    {
      key: "Effect",
      title: t("Effect"),
      width: 19,
      // On the card of a house, the owner is shortened instead.
      ...(isOneHouse && { grow: 1 }),
      mobileSlot: "meta",
      render: describeEffect,
      renderMobile: (line) =>
        line.Charge > 0 || line.Credit > 0 || line.Difference === 0 ? (
          describeEffect(line)
        ) : (
          <Trans text="difference Rs {amount}" with={{ amount: <Money rupees={line.Difference} /> }} />
        ),
    },
  ];
}

/** `06/2026 – 12/2026`, or `06/2026`. */
function formatMonths({ From, To }: RevisionLine): string {
  const months = [...new Set([From, To])];
  return months.map((month) => formatMonthYear(monthOf(month))).join(" – ");
}

function describeEffect({ Charge, Credit, Before, After }: RevisionLine): string {
  if (Charge > 0) return t("Charge of Rs {amount}", { amount: formatAmount(Charge) });
  if (Credit > 0) return t("Credit of Rs {amount}", { amount: formatAmount(Credit) });
  return Before === After ? t("Unchanged") : t("New amount");
}

const Summary = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xs};
`;

/** The table scrolls within this height: its head and some rows, cards on phones. */
const Box = styled.div<{ $rows: number }>`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  block-size: ${({ theme, $rows }) => (($rows + 1) * theme.size.row) + 4}px;
  border: 1px solid ${({ theme }) => theme.color.border};

  ${({ theme }) => theme.mobile} {
    block-size: ${({ theme, $rows }) => Math.min($rows, 4) * theme.size.mobileRow}px;
  }
`;
