import { useCallback, useMemo, useState } from "react";
import type { AdjustmentRecord } from "../../../shared/domain/adjustment-records.ts";
import { addBulkAdjustments } from "../../../shared/endpoints/adjustment.ts";
import { adjustmentVoids } from "../../../shared/endpoints/voids.ts";
import {
  adjustment,
  adjustmentKindLabels,
  adjustmentKinds,
  adjustmentName,
} from "../../../shared/resources/adjustment.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useCanCall, useCanList } from "../../api/session.ts";
import { AddAdjustmentDialog, VoidAdjustmentDialog } from "../../domain/adjustments/AdjustmentDialogs.tsx";
import { adjustmentDefaultValues } from "../../domain/adjustments/AdjustmentFields.tsx";
import { buildAdjustmentColumns } from "../../domain/adjustments/adjustmentColumns.tsx";
import { formatNameAndAmount } from "../../domain/amounts.ts";
import { useOpenHouse } from "../../domain/HouseLink.tsx";
import { useYearOrAllParam, YearFilter } from "../../domain/periodFilters.tsx";
import { useShowsOnlyVoided, VoidedFilter, VoidsProvider } from "../../domain/voids.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import type { FormValues } from "../../resource/formValues.ts";
import { RunProgress } from "../../resource/import/RunProgress.tsx";
import { ImportButton } from "../../resource/import/useImportDialog.tsx";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { FilterSelect } from "../../ui/form/FilterControls.tsx";
import { BulkAdjustmentDialog } from "./BulkAdjustmentDialog.tsx";

/** The adjustments, newest first; voided with a reason instead of deleted. */
export function AdjustmentsScreen() {
  const today = useSocietyToday();
  const filters = useAdjustmentFilters();
  const { showsOnlyVoided } = filters;
  const adjustments = useResource(adjustment, filters.params);
  const columns = useMemo(
    () => buildAdjustmentColumns({ today, withHouse: true, onlyVoided: showsOnlyVoided }),
    [today, showsOnlyVoided],
  );
  const [prefill, setPrefill] = useState<FormValues>({});
  const defaultValues = useMemo(() => ({ ...adjustmentDefaultValues, Date: today, ...prefill }), [today, prefill]);
  const list = useResourceList<AdjustmentRecord>({
    resource: adjustment,
    source: { ...adjustments, can: { ...adjustments.can, update: false } },
    defaultSort: "-AdjustmentNo",
    filterParams,
    matches: filters.matches,
    getName: describeAdjustment,
    getDeleteLabel,
    defaultValues,
    onAdd: handleAdd,
    createParams: ["PlotID", "Kind", "PaymentScheduleID"],
  });
  const [showsBulkDialog, setShowsBulkDialog] = useState(false);
  const openHouse = useOpenHouse();
  const canListPlots = useCanList(plot);
  const canAddToSeveral = useCanCall(addBulkAdjustments) && canListPlots;
  const { editor, tableProps } = list;
  const canVoid = adjustments.can.remove && !showsOnlyVoided;

  function handleAdd(values: ReadonlyMap<string, string>) {
    const ids = ["PlotID", "PaymentScheduleID"].flatMap((name) => {
      const id = Number(values.get(name));
      return id > 0 ? [[name, id]] : [];
    });
    const kind = adjustmentKinds.find((each) => each === values.get("Kind"));
    setPrefill({ ...Object.fromEntries(ids), ...(kind ? { Kind: kind } : {}) });
    editor.add();
  }

  return (
    <VoidsProvider resource={adjustment} endpoint={adjustmentVoids} records={tableProps.rows}>
      <ResourceList
        list={list}
        title={t("Adjustments")}
        nouns={[t("adjustment"), t("adjustments")]}
        searchLabel={t("House, number, reason")}
        filters={<AdjustmentFilters filters={filters} />}
        progress={<RunProgress kind="opening-balances" />}
        columns={columns}
        exportMenu={{ fileName: "adjustments" }}
        actions={
          <>
            <ImportButton kind="opening-balances" />
            {canAddToSeveral && (
              <Button icon="home" iconOnlyOnMobile onClick={() => setShowsBulkDialog(true)}>
                {t("Several houses")}
              </Button>
            )}
          </>
        }
        addLabel={t("Add Adjustment")}
        tableProps={{
          onOpen: openHouse,
          rowActions: canVoid ? tableProps.rowActions : undefined,
          maxActions: Number(canVoid),
        }}
        empty={{
          ...(showsOnlyVoided ? { onAdd: undefined } : {}),
          title: showsOnlyVoided ? t("No voided adjustments.") : t("No adjustments yet."),
          text: t("Charges, waivers, opening balances, refunds and transfers correct what a house owes."),
        }}
      >
        {showsBulkDialog && <BulkAdjustmentDialog onClose={() => setShowsBulkDialog(false)} />}
        <AddAdjustmentDialog editor={editor} defaultValues={defaultValues} />
        <VoidAdjustmentDialog editor={editor} />
      </ResourceList>
    </VoidsProvider>
  );
}

const filterParams = ["year", "kind", "voided"];

/** The filters in the URL; invalid values are ignored. */
function useAdjustmentFilters() {
  const year = useYearOrAllParam();
  const showsOnlyVoided = useShowsOnlyVoided();
  const [kindText, setKind] = useUrlState("kind", "");
  const kind = adjustmentKinds.find((each) => each === kindText);
  const matches = useCallback(({ Kind }: AdjustmentRecord) => kind === undefined || Kind === kind, [kind]);
  const params = { ...(year === undefined ? {} : { year }), ...(showsOnlyVoided ? { voided: 1 } : {}) };
  return { params, matches, kind, setKind, showsOnlyVoided };
}

/** Year, kind, and whether only voided adjustments are shown or none of them. */
function AdjustmentFilters({ filters }: { filters: ReturnType<typeof useAdjustmentFilters> }) {
  return (
    <>
      <YearFilter withAll />
      <FilterSelect
        label={t("Kind")}
        value={filters.kind ?? ""}
        onChange={filters.setKind}
        placeholder={t("All")}
        options={adjustmentKinds.map((kind) => ({ value: kind, label: t(adjustmentKindLabels[kind]) }))}
      />
      <VoidedFilter label={t("Adjustments")} />
    </>
  );
}

function describeAdjustment(row: AdjustmentRecord): string {
  return formatNameAndAmount(adjustmentName(row), row.Amount);
}

function getDeleteLabel(row: AdjustmentRecord): string {
  return t("Void {name}", { name: adjustmentName(row) });
}
