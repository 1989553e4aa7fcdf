import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { reviseServiceRate } from "../../../shared/endpoints/revision.ts";
import { messages } from "../../../shared/messages.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { useCan, useCanCall } from "../../api/session.ts";
import { CategoryBadge } from "../../domain/HouseLink.tsx";
import { formatRatePeriod } from "../../domain/periods.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { isolate, t, translateMessage } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { AddButton, ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { createUndoAction, showToast } from "../../ui/toast/Toast.tsx";
import { ReviseRateDialog } from "./ReviseRateDialog.tsx";
import { ServiceRateFields } from "./ServiceRateFields.tsx";
import {
  rateMatchesSearchTerms,
  ServiceRateFilters,
  serviceRateFilterParams,
  useServiceRateFilter,
} from "./ServiceRateFilters.tsx";
import { buildServiceRateColumns, type RateActions } from "./serviceRateColumns.tsx";
import { describeRateTarget, paymentPlanUrl, type ServiceRate } from "./serviceRateText.ts";

/** The service charges: add, edit, activate, revise, delete, generate payment plans. */
export function ServiceRatesScreen() {
  const rateResource = useResource(serviceRate);
  const { rows, status, can } = rateResource;
  const sortedRows = useMemo(() => rows.toSorted(compareByEnd), [rows]);
  const list = useResourceList({
    resource: serviceRate,
    source: { ...rateResource, rows: sortedRows },
    defaultSort: "",
    filterParams: serviceRateFilterParams,
    matches: useServiceRateFilter(),
    matchesSearchTerms: rateMatchesSearchTerms,
    getName: describeRateTarget,
    defaultValues,
  });
  const { visible, search, editor, tableProps, emptyStateProps } = list;
  const { generatingRateId, canSeePlans, toggleActive, generatePlan } = useServiceRateActions(rateResource);
  const canGeneratePlan = useCan(serviceRate.guards.list.page, "CanGeneratePaymentPlan");
  const canRevise = useCanCall(reviseServiceRate);
  const [rateToRevise, setRateToRevise] = useState<ServiceRate>();
  const isMobile = useIsMobile();
  const { deleteDialog } = editor;
  const cellActions: RateActions = useMemo(
    () => ({
      can: { update: can.update, generatePlan: canGeneratePlan, seePlans: canSeePlans },
      generatingRateId,
      onToggle: (rate) => void toggleActive(rate),
      onGeneratePlan: (rate) => void generatePlan(rate),
    }),
    [can.update, canGeneratePlan, canSeePlans, generatingRateId, toggleActive, generatePlan],
  );
  const columns = useMemo(() => buildServiceRateColumns(cellActions), [cellActions]);
  const getDefaultRowActions = tableProps.rowActions;
  const rowActions = useMemo(() => {
    if (!canRevise && !isMobile) return getDefaultRowActions;
    return (rate: ServiceRate): readonly RowAction[] => [
      ...(isMobile ? buildCellActions(rate, cellActions) : []),
      ...(canRevise && rate.IsActive ? [buildReviseAction(rate, setRateToRevise)] : []),
      ...(getDefaultRowActions?.(rate) ?? []),
    ];
  }, [canRevise, isMobile, cellActions, getDefaultRowActions]);
  // The fields of a penalty are hidden while none applies; without values they are saved as 0.
  const save: typeof editor.save = useEvent(({ GracePeriodDays = 0, PenaltyAmount = 0, ...values }, ...rest) =>
    editor.save({ ...values, GracePeriodDays, PenaltyAmount }, ...rest),
  );

  const editedRate = editor.formDialog?.record;
  const currentRate = rows.find(({ RateID }) => RateID === editedRate?.RateID) ?? editedRate;
  const hasPlan = currentRate !== undefined && currentRate.PaymentPlanID !== null;
  const isEmpty = status === "ready" && rows.length === 0;
  return (
    <ResourceListLayout
      list={list}
      title={t("Service Charges")}
      nouns={t("service charges")}
      searchLabel={t("Type, floor, month, rate")}
      filters={<ServiceRateFilters />}
      actions={<AddButton label={isMobile ? t("Add") : t("Add Service Charge")} onAdd={emptyStateProps.onAdd} />}
    >
      <Table
        {...tableProps}
        label={t("Service Charges")}
        columns={columns}
        rowActions={rowActions}
        maxActions={tableProps.maxActions + Number(canRevise)}
        empty={
          isEmpty ? (
            <EmptyState
              title={can.create ? t("No service charges yet. Add the first one.") : t("No service charges yet.")}
              text={t(
                "A service charge sets what houses of a type, category and floor pay each month. Its payment plan makes one installment per house and month.",
              )}
              action={
                can.create && (
                  <Button icon="plus" shortcut="n" onClick={list.onAdd}>
                    {t("Add Service Charge")}
                  </Button>
                )
              }
            />
          ) : (
            <ResourceEmptyState
              {...emptyStateProps}
              onClearFilters={search.clear}
              title=""
              noMatchesTitle={t("No service charge matches.")}
            />
          )
        }
        footer={
          <ResourceFooter {...list.footerProps} nouns={[t("service charge"), t("service charges")]}>
            <span>{t("{count} active", { count: visible.filter(({ IsActive }) => IsActive).length })}</span>
          </ResourceFooter>
        }
      />
      <ResourceFormDialog
        {...list.formDialogProps}
        editor={{ ...editor, save }}
        columns={columns}
        title={editedRate ? t("Edit {name}", { name: describeRateTarget(editedRate) }) : t("Add Service Charge")}
        leading={editedRate && <CategoryBadge category={editedRate.CategoryName} />}
        fields={<ServiceRateFields hasPlan={hasPlan} />}
        notice={hasPlan && <Callout title={translateMessage(messages["rate-has-plan"])} />}
        submitLabel={editedRate ? t("Update Service Charge") : t("Create Service Charge")}
      />
      {rateToRevise && <ReviseRateDialog rate={rateToRevise} onClose={() => setRateToRevise(undefined)} />}
      {deleteDialog && (
        <ResourceDeleteDialog
          editor={editor}
          title={t("Delete {name}?", {
            name: t("the service charge for {target}, {period}", {
              target: describeRateTarget(deleteDialog.record),
              period: formatRatePeriod(deleteDialog.record),
            }),
          })}
          text={
            deleteDialog.record.PaymentPlanID === null
              ? t("It has no payment plan, so no house is charged by it.")
              : t("It has a payment plan, which must be revoked first.")
          }
        />
      )}
    </ResourceListLayout>
  );
}

/** By end, the latest first. A revision gets the end of the rate that it replaces, and so its place in the list. */
function compareByEnd(a: ServiceRate, b: ServiceRate): number {
  return (
    b.EndYear - a.EndYear ||
    b.EndMonth - a.EndMonth ||
    a.PlotCategoryID - b.PlotCategoryID ||
    a.PlotTypeID - b.PlotTypeID ||
    a.FloorID - b.FloorID ||
    a.RateID - b.RateID
  );
}

const defaultValues = {
  StartMonth: undefined,
  StartYear: undefined,
  EndMonth: undefined,
  EndYear: undefined,
  PlotTypeID: undefined,
  PlotCategoryID: undefined,
  FloorID: undefined,
  FloorRate: undefined,
  DueOnDay: 10,
  IsPenaltyApply: false,
  GracePeriodDays: undefined,
  PenaltyAmount: undefined,
  IsActive: true,
};

interface ServiceRateActionsInput {
  update: (rate: ServiceRate, patch: Partial<ServiceRate>) => Promise<{ message: string; data: ServiceRate }>;
}

/** Activates or deactivates a rate, and generates its payment plan; `toggleActive` and `generatePlan` are stable. */
function useServiceRateActions({ update }: ServiceRateActionsInput) {
  const { create: createPlan } = useResource(paymentPlan);
  const canSeePlans = useCan(paymentPlan.guards.list.page);
  const navigate = useNavigate();
  const [generatingRateId, setGeneratingRateId] = useState<number>();

  const toggleActive = useEvent(async (rate: ServiceRate, isUndo = false) => {
    try {
      const { message, data } = await update(rate, { IsActive: !rate.IsActive });
      const undo = createUndoAction(() => void toggleActive(data, true));
      showToast({
        kind: "success",
        text: isUndo ? t("Change undone") : message,
        detail: isolate(describeRateTarget(data)),
        action: isUndo ? undefined : undo,
      });
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    }
  });

  const generatePlan = useEvent(async (rate: ServiceRate) => {
    if (generatingRateId !== undefined) return;
    setGeneratingRateId(rate.RateID);
    try {
      const { message, data } = await createPlan({ ...rate });
      const url = data && canSeePlans ? paymentPlanUrl(data.PaymentPlanID) : undefined;
      const showPlan = url === undefined ? undefined : { label: t("Show plan"), onClick: () => void navigate(url) };
      showToast({ kind: "success", text: message, detail: data && isolate(data.PaymentPlanName), action: showPlan });
    } catch (error) {
      const hasMessage = error instanceof ApiError && error.hasServerMessage;
      showToast({ kind: "error", text: hasMessage ? error.message : t("Error creating Payment Plan") });
    } finally {
      setGeneratingRateId(undefined);
    }
  });

  return { generatingRateId, canSeePlans, toggleActive, generatePlan };
}

/** The actions that cells offer on desktops, as row actions for phones, whose cards have no room for those cells. */
function buildCellActions(rate: ServiceRate, { can, onToggle, onGeneratePlan }: RateActions): RowAction[] {
  const actions: RowAction[] = [];
  if (can.update)
    actions.push({
      key: "toggle",
      icon: rate.IsActive ? "minus" : "check",
      label: rate.IsActive ? t("Deactivate") : t("Activate"),
      onPress: () => onToggle(rate),
    });
  if (can.generatePlan && rate.IsActive && rate.PaymentPlanID === null)
    actions.push({
      key: "generate",
      icon: "calendar",
      label: t("Generate Payment Plan"),
      onPress: () => onGeneratePlan(rate),
    });
  return actions;
}

function buildReviseAction(rate: ServiceRate, onPress: (rate: ServiceRate) => void): RowAction {
  return {
    key: "revise",
    icon: "trend-up",
    label: t("Revise {name} from a month", { name: `${describeRateTarget(rate)} ${formatRatePeriod(rate)}` }),
    onPress: () => onPress(rate),
  };
}
