import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import styled, { css } from "styled-components";
import {
  addBulkAdjustments,
  type BulkAdjustmentPreview,
  bulkAdjustmentBody,
  bulkAdjustmentKinds,
} from "../../../shared/endpoints/adjustment.ts";
import { adjustmentKindLabels } from "../../../shared/resources/adjustment.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { searchTerms } from "../../../shared/search.ts";
import { request } from "../../api/request.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import {
  buildSelectHouseColumn,
  HouseSelectionContext,
  SelectAllHousesCheckbox,
  useHouseSelection,
} from "../../domain/plots/houseSelection.tsx";
import { CategoryAndTypeFilters } from "../../domain/plots/PlotFilters.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { textColumn } from "../../resource/columns.tsx";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { matchesSearch } from "../../resource/search.ts";
import { Dialog } from "../../ui/dialog/Dialog.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form, useFormField } from "../../ui/form/Form.tsx";
import { DateField, NumberField, SelectField, TextAreaField } from "../../ui/form/FormFields.tsx";
import { SearchBox } from "../../ui/form/SearchBox.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatCount } from "../../ui/text/Money.tsx";
import { BulkAdjustmentPreviewStep } from "./BulkAdjustmentPreviewStep.tsx";

/** Gives several houses the same adjustment, after a preview of what each would owe. */
export function BulkAdjustmentDialog({ onClose }: { onClose: () => void }) {
  const today = useSocietyToday();
  const selection = useHouseSelection();
  const [preview, setPreview] = useState<BulkAdjustmentPreview>();
  const form = useForm({
    // The server parses the amount, so it gets the values as typed.
    resolver: zodResolver(bulkAdjustmentBody, undefined, { raw: true }),
    defaultValues: { ...formDefaults, Date: today },
  });
  const { setValue, formState } = form;
  const { selectedIds } = selection;
  useEffect(() => {
    setValue("PlotIDs", [...selectedIds], { shouldValidate: formState.isSubmitted });
  }, [selectedIds, setValue, formState.isSubmitted]);
  const formProps = useSubmit({
    form,
    fallbackMessage: t("Nothing was changed"),
    send: async (body) => {
      const response = await request<{ data: BulkAdjustmentPreview }>({
        method: "post",
        path: `${addBulkAdjustments.path}?dryRun=1`,
        body,
      });
      setPreview(response.data);
      return {};
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={preview ? t("Preview") : t("Adjustment for several houses")}
      width="l"
    >
      {preview ? (
        <BulkAdjustmentPreviewStep
          preview={preview}
          body={form.getValues()}
          onBack={() => setPreview(undefined)}
          onClose={onClose}
        />
      ) : (
        <HouseSelectionContext value={selection}>
          <Form {...formProps} submitLabel={t("Preview")} onCancel={onClose}>
            <SelectField name="Kind" label={t("Kind")} options={kindOptions()} />
            <NumberField name="Amount" label={t("Amount for each house")} hint={t("In rupees")} />
            <DateField name="Date" label={t("Date")} />
            <DateField name="DueDate" label={t("Due date")} hint={t("The date above if empty")} />
            <TextAreaField name="Reason" label={t("Reason")} fullWidth />
            <HousesField select={selection.select} />
          </Form>
        </HouseSelectionContext>
      )}
    </Dialog>
  );
}

const formDefaults = { Kind: "charge" as const, Amount: undefined, DueDate: null, Reason: "", PlotIDs: [] };

function kindOptions() {
  return bulkAdjustmentKinds.map((kind) => ({ value: kind, label: t(adjustmentKindLabels[kind]) }));
}

/** Chooses houses by category, type and search, all that are shown at once or one by one. */
function HousesField({ select }: Pick<ReturnType<typeof useHouseSelection>, "select">) {
  const { rows, status, error, refetch } = useResource(plot);
  const { form, error: fieldError } = useFormField("PlotIDs");
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState("");
  const [type, setType] = useState("");
  const columns = useMemo(buildColumns, []);
  const shown = useMemo(() => {
    const terms = searchTerms(search);
    return rows.filter(
      (house) =>
        (category === "" || house.CategoryID === Number(category)) &&
        (type === "" || house.TypeID === Number(type)) &&
        matchesSearch(plot, house, terms),
    );
  }, [rows, search, category, type]);
  const shownIds = useMemo(() => shown.map(({ PlotID }) => PlotID), [shown]);
  const selectedIds = new Set<number>(form.watch("PlotIDs"));

  function handleSelectShown(isSelected: boolean) {
    const shownSet = new Set(shownIds);
    const others = [...selectedIds].filter((id) => !shownSet.has(id));
    select(isSelected ? [...others, ...shownIds] : others);
  }

  return (
    <Houses role="group" aria-label={t("Houses")}>
      <Filters>
        <SearchBox label={t("House, owner")} value={search} onChange={setSearch} />
        <CategoryAndTypeFilters category={category} onCategoryChange={setCategory} type={type} onTypeChange={setType} />
      </Filters>
      <Filters>
        <SelectAllHousesCheckbox shownIds={shownIds} onChange={handleSelectShown} />
        <strong>{t("{count} selected", { count: formatCount(selectedIds.size) })}</strong>
      </Filters>
      <Frame>
        <Table
          label={t("Houses")}
          rows={shown}
          rowKey={({ PlotID }) => String(PlotID)}
          columns={columns}
          loading={status === "loading"}
          empty={<ResourceEmptyState error={error?.message} onRetry={refetch} title={t("No houses found.")} />}
        />
      </Frame>
      {fieldError && <Callout tone="bad" title={fieldError} />}
    </Houses>
  );
}

function buildColumns(): readonly Column<PlotRecord>[] {
  return [
    buildSelectHouseColumn(),
    houseColumn({ title: t("House"), width: 10 }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 20, grow: 1, mobileSlot: "sub" }),
    textColumn({ key: "TypeName", title: t("Type"), width: 14, mobileSlot: "meta" }),
  ];
}

const Houses = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-column: 1 / -1;
    gap: ${theme.space.s};
  `}
`;

const Filters = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.s};
  `}
`;

const Frame = styled.div`
  ${({ theme }) => css`
    display: flex;
    block-size: ${theme.size.card}px;
    border-block: 1px solid ${theme.color.border};
  `}
`;
