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
import { adjustment, adjustmentKindLabels } from "../../../shared/resources/adjustment.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { searchTerms } from "../../../shared/search.ts";
import { callEndpoint, request } from "../../api/request.ts";
import { AccountField } from "../../domain/accounts.tsx";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { buildSelectHouseColumn, SelectAllHousesCheckbox } from "../../domain/plots/houseSelection.tsx";
import { CategoryAndTypeFilters } from "../../domain/plots/PlotFilters.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { useSocietyToday } from "../../hooks/useSocietyToday.ts";
import { t } from "../../i18n/t.ts";
import { useMonthLock, useOpenDayBounds } from "../../live/monthLock.ts";
import { useResource } from "../../live/useResource.ts";
import { textColumn } from "../../resource/columns.tsx";
import { ReasonField } from "../../resource/form/FormDialog.tsx";
import { LockNotice } from "../../resource/form/LockNotice.tsx";
import { useIdempotentSend } from "../../resource/form/useIdempotentSend.ts";
import { useRepeatedBody } from "../../resource/form/useRepeatedBody.ts";
import { useSubmit } from "../../resource/form/useSubmit.ts";
import { PageDialog } from "../../resource/PageDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { RowSelectionContext, useRowSelection } from "../../resource/rowSelection.tsx";
import { matchesSearch } from "../../resource/search.ts";
import type { SuccessMessage } from "../../resource/showResultToast.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Form, useFormField } from "../../ui/form/Form.tsx";
import { DateField, NumberField, SelectField } from "../../ui/form/FormFields.tsx";
import { SearchBox } from "../../ui/form/SearchBox.tsx";
import { Table, TableFrame } from "../../ui/table/Table.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { BulkAdjustmentPreviewStep } from "./BulkAdjustmentPreviewStep.tsx";

/** Gives several houses the same adjustment, after a preview of what each would owe. */
export function BulkAdjustmentDialog({ onClose }: { onClose: () => void }) {
  const today = useSocietyToday();
  const openDays = useOpenDayBounds();
  const selection = useRowSelection();
  const [preview, setPreview] = useState<BulkAdjustmentPreview>();
  // Here and not in the preview, so that key and body stay when the user goes back after a lost answer.
  const sendOnce = useIdempotentSend();
  const repeatBody = useRepeatedBody();
  const form = useForm({
    // The server parses the amount, so it gets the values as typed.
    resolver: zodResolver(bulkAdjustmentBody, undefined, { raw: true }),
    defaultValues: { ...formDefaults, Date: today },
  });
  const { setValue, formState } = form;
  const { selectedIds } = selection;
  const { rows } = useResource(plot);
  const houseIds = useMemo(() => new Set(rows.map(({ PlotID }) => PlotID)), [rows]);
  useEffect(() => {
    // Without houses that were deleted after their selection.
    const PlotIDs = [...selectedIds].filter((id) => houseIds.has(id));
    setValue("PlotIDs", PlotIDs, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }, [selectedIds, houseIds, setValue, formState.isSubmitted]);
  const [kind, day, dueDay] = form.watch(["Kind", "Date", "DueDate"]);
  useEffect(() => setValue(kind === "refund" ? "DueDate" : "AccountID", null), [kind, setValue]);
  const lockedText = useMonthLock().describeLock(adjustment, { Date: day, DueDate: dueDay });
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

  /** Adds the adjustments to those of the selected houses that the preview does not refuse. */
  function handleAdd(PlotIDs: readonly number[]) {
    // The houses as selected, so that the key stays when one of them is deleted after a lost answer.
    const values = { ...form.getValues(), PlotIDs: [...selectedIds] };
    return repeatBody(values, { ...values, PlotIDs }, (body) =>
      sendOnce(values, (idempotencyKey) => callEndpoint<SuccessMessage>(addBulkAdjustments, { body, idempotencyKey })),
    );
  }

  return (
    <PageDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={preview ? t("Preview") : t("Adjustment for several houses")}
      width="l"
    >
      {preview ? (
        <BulkAdjustmentPreviewStep
          preview={preview}
          isOutdated={preview.houses.some(({ PlotID, refusal }) => !refusal && !houseIds.has(PlotID))}
          isRefund={kind === "refund"}
          onAdd={handleAdd}
          onBack={() => setPreview(undefined)}
          onClose={onClose}
        />
      ) : (
        <RowSelectionContext value={selection}>
          <Form {...formProps} submitLabel={t("Preview")} submitDisabled={lockedText !== undefined} onCancel={onClose}>
            <SelectField name="Kind" label={t("Kind")} options={kindOptions()} />
            <NumberField name="Amount" label={t("Amount for each house")} hint={t("In rupees")} />
            <DateField name="Date" label={t("Date")} {...openDays} />
            {kind === "refund" ? (
              <AccountField name="AccountID" label={t("Paid from account")} placeholder={t("Cash account")} />
            ) : (
              <DateField name="DueDate" label={t("Due date")} hint={t("The date above if empty")} min={openDays.min} />
            )}
            <ReasonField />
            <HousesField replaceSelection={selection.replaceSelection} />
          </Form>
          <BelowForm>
            <LockNotice text={lockedText} canChooseDate />
          </BelowForm>
        </RowSelectionContext>
      )}
    </PageDialog>
  );
}

const formDefaults = {
  Kind: "charge" as const,
  Amount: undefined,
  DueDate: null,
  AccountID: null,
  Reason: "",
  PlotIDs: [],
};

function kindOptions() {
  return bulkAdjustmentKinds.map((kind) => ({ value: kind, label: t(adjustmentKindLabels[kind]) }));
}

/** Selects houses one by one, or all that the search and the filters show. */
function HousesField({ replaceSelection }: Pick<ReturnType<typeof useRowSelection>, "replaceSelection">) {
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
    replaceSelection(isSelected ? [...others, ...shownIds] : others);
  }

  return (
    <Houses role="group" aria-label={t("Houses")}>
      <Filters>
        <SearchBox label={t("House, owner")} value={search} onChange={setSearch} />
        <CategoryAndTypeFilters category={category} onCategoryChange={setCategory} type={type} onTypeChange={setType} />
      </Filters>
      <Filters>
        <SelectAllHousesCheckbox shownIds={shownIds} selectedCount={selectedIds.size} onChange={handleSelectShown} />
      </Filters>
      <ListAndError>
        <HousesFrame>
          <Table
            label={t("Houses")}
            rows={shown}
            rowKey={({ PlotID }) => String(PlotID)}
            columns={columns}
            loading={status === "loading"}
            empty={<ResourceEmptyState error={error} onRetry={refetch} title={t("No houses found.")} />}
          />
        </HousesFrame>
        {fieldError && <Callout tone="bad" title={fieldError} />}
      </ListAndError>
    </Houses>
  );
}

const BelowForm = styled.div`
  margin-block-start: ${({ theme }) => theme.space.l};
`;

/** Keeps its height while the search hides rows and when the error takes a part of it, so that the buttons stay. */
const ListAndError = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-direction: column;
    gap: ${theme.space.s};
    block-size: ${theme.size.innerListHeight}px;
  `}
`;

const HousesFrame = styled(TableFrame)`
  flex: 1;
  min-block-size: 0;
`;

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
