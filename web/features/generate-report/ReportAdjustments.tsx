import { useMemo, useState } from "react";
import styled from "styled-components";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import { buildAdjustmentColumns } from "../../domain/adjustments/adjustmentColumns.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { Table, TableFrame } from "../../ui/table/Table.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The adjustments due in the month, and those dated in it that have no due date. */
export function ReportAdjustments({ adjustments }: { adjustments: readonly AdjustmentRecord[] }) {
  const today = useSocietyToday();
  const columns = useMemo(() => buildAdjustmentColumns({ today, withHouse: true }), [today]);
  const [sort, setSort] = useState("AdjustmentNo");
  return (
    <section aria-label={t("Adjustments")}>
      <Title>{t("Adjustments")}</Title>
      <TableFrame>
        <Table
          label={t("Adjustments")}
          rows={adjustments}
          rowKey={({ AdjustmentID }) => String(AdjustmentID)}
          columns={columns}
          sort={sort}
          onSort={setSort}
        />
      </TableFrame>
    </section>
  );
}

const Title = styled.h3`
  ${typography("strong")}
  padding: ${({ theme }) => `${theme.space.m} ${theme.size.gutter}`};
`;
