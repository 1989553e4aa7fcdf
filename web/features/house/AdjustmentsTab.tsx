import { useMemo } from "react";
import type { Day } from "../../../shared/dates.ts";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import { adjustmentVoids } from "../../../shared/endpoints/voids.ts";
import { adjustment, adjustmentName } from "../../../shared/resources/adjustment.ts";
import { AddAdjustmentDialog, VoidAdjustmentDialog } from "../../domain/adjustments/AdjustmentDialogs.tsx";
import { adjustmentDefaultValues } from "../../domain/adjustments/AdjustmentFields.tsx";
import { buildAdjustmentColumns } from "../../domain/adjustments/adjustmentColumns.tsx";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { VoidsProvider } from "../../domain/voids.tsx";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock } from "../../live/monthLock.ts";
import { createLockAction } from "../../resource/lockAction.ts";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Button } from "../../ui/button/Button.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import type { HouseRecords } from "./useHouseRecords.ts";

interface AdjustmentsTabProps {
  house: PlotRecord;
  records: HouseRecords;
  today: Day;
}

/** The adjustments of the house, newest first, including voided ones. */
export function AdjustmentsTab({ house, records, today }: AdjustmentsTabProps) {
  const { PlotID, HouseNo, CategoryName } = house;
  const { allAdjustments, voidedAdjustments, failedAdjustmentList } = records;
  const { can, create, update, remove } = voidedAdjustments;
  const [sort, setSort] = useUrlState("sort", "-AdjustmentNo", "replace");
  const columns = useMemo(() => buildAdjustmentColumns({ today, withHouse: false }), [today]);
  const defaultValues = useMemo(() => ({ ...adjustmentDefaultValues, PlotID, Date: today }), [PlotID, today]);
  const editor = useResourceEditor({ resource: adjustment, mutations: { create, update, remove }, defaultValues });
  const { askDelete } = editor;
  const { describeLock } = useMonthLock();
  const onAdd = can.create ? editor.add : undefined;

  function rowActions(row: AdjustmentRecord): readonly RowAction[] {
    if (row.VoidedAt !== null) return [];
    const lockedText = describeLock(adjustment, row);
    if (lockedText !== undefined) return [createLockAction(lockedText)];
    const label = t("Void {name}", { name: adjustmentName(row) });
    return [{ key: "void", label, icon: "trash", danger: true, onPress: () => askDelete(row) }];
  }

  return (
    <TabContent title={t("Adjustments")}>
      <Toolbar
        label={t("Adjustments")}
        end={
          onAdd && (
            <Button icon="plus" onClick={onAdd}>
              {t("Add Adjustment")}
            </Button>
          )
        }
      >
        {t("Charges, waivers, opening balances, refunds and transfers correct what a house owes.")}
      </Toolbar>
      <VoidsProvider resource={adjustment} endpoint={adjustmentVoids} records={allAdjustments} plotId={PlotID}>
        <Table
          label={t("Adjustments")}
          rows={allAdjustments}
          rowKey={({ AdjustmentID }) => String(AdjustmentID)}
          columns={columns}
          sort={sort}
          onSort={setSort}
          rowState={({ AdjustmentID }) => ({ highlight: voidedAdjustments.getHighlight(AdjustmentID) })}
          rowActions={can.remove ? rowActions : undefined}
          maxActions={Number(can.remove)}
          loading={records.isLoadingAdjustments}
          empty={
            <ResourceEmptyState
              error={failedAdjustmentList?.error}
              onRetry={() => failedAdjustmentList?.refetch()}
              title={t("This house has no adjustments yet")}
            />
          }
        />
      </VoidsProvider>
      <AddAdjustmentDialog
        editor={editor}
        defaultValues={defaultValues}
        houseBadge={<HouseBadge houseNo={HouseNo} category={CategoryName} />}
      />
      <VoidAdjustmentDialog editor={editor} />
    </TabContent>
  );
}
