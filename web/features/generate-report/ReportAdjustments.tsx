import { useMemo, useState } from "react";
import styled, { css } from "styled-components";
import type { AdjustmentRecord } from "../../domain/adjustments/adjustmentAmounts.ts";
import { buildAdjustmentColumns } from "../../domain/adjustments/adjustmentColumns.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { Table } from "../../ui/table/Table.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The adjustments that change what is due in the month. */
export function ReportAdjustments({ adjustments }: { adjustments: readonly AdjustmentRecord[] }) {
  const today = useSocietyToday();
  const columns = useMemo(() => buildAdjustmentColumns({ today, withHouse: true }), [today]);
  const [sort, setSort] = useState("AdjustmentNo");
  return (
    <section aria-label={t("Adjustments")}>
      <Title>{t("Adjustments")}</Title>
      <Frame $rows={adjustments.length}>
        <Table
          label={t("Adjustments")}
          rows={adjustments}
          rowKey={({ AdjustmentID }) => String(AdjustmentID)}
          columns={columns}
          sort={sort}
          onSort={setSort}
        />
      </Frame>
    </section>
  );
}

const Title = styled.h3`
  ${typography("strong")}
  padding: ${({ theme }) => `${theme.space.m} ${theme.size.gutter}`};
`;

/** Grows with its rows up to the height of a card; more rows scroll. */
const Frame = styled.div<{ $rows: number }>`
  ${({ theme, $rows }) => css`
    display: flex;
    block-size: min(${theme.size.card}px, ${($rows + 2) * theme.size.row}px);
    border-block: 1px solid ${theme.color.border};

    ${theme.mobile} {
      block-size: min(${theme.size.card}px, ${($rows + 1) * theme.size.mobileRow}px);
    }
  `}
`;
