import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { messages } from "../../../shared/messages.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { useCan } from "../../api/session.ts";
import { HouseBadge } from "../../domain/HouseBadge.tsx";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useShortcut } from "../../hooks/useShortcut.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useEditors } from "../../live/presence.ts";
import { useResource } from "../../live/useResource.ts";
import { ResourceFormDialog } from "../../resource/form/ResourceFormDialog.tsx";
import type { FormValues } from "../../resource/formValues.ts";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { useListSearch } from "../../resource/useListSearch.ts";
import { useOpenCreateFromUrl } from "../../resource/useOpenCreateFromUrl.ts";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SearchBox } from "../../ui/form/FilterControls.tsx";
import { HiddenHeading, PageAction, TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { FooterBar } from "../../ui/table/tableStyles.ts";
import type { Column } from "../../ui/table/tableTypes.ts";
import { formatAmount } from "../../ui/text/Money.tsx";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { showToast, undoAction } from "../../ui/toast/Toast.tsx";
import type { CardActions } from "./ServiceRateCard.tsx";
import { ServiceRateFields } from "./ServiceRateFields.tsx";
import { ServiceRateFilters, serviceRateFilterParams, useFilteredRates } from "./ServiceRateFilters.tsx";
import { ServiceRateGrid, ServiceRateSkeleton } from "./ServiceRateGrid.tsx";
import { describeRateTarget, formatDayCount, formatRatePeriod, type ServiceRate } from "./serviceRateText.ts";

/** What each kind of house pays, as cards: added, switched on and off, and turned into payment plans. */
export function ServiceRates() {
  const list = useResource(serviceRate);
  const { rows, status, error, can, getHighlight } = list;
  const editorOf = useEditors(serviceRate.name);
  const search = useListSearch(serviceRateFilterParams);
  const shown = useFilteredRates(rows, search.terms);
  const editor = useResourceEditor({ resource: serviceRate, mutations: list, defaultValues });
  const { generatingRateID, canSeePlans, toggle, generatePlan } = useServiceRateActions(list);
  const mayMakePlan = useCan(serviceRate.guards.list.page, "CanGeneratePaymentPlan");

  const phone = useIsMobile();
  const columns = useMemo(buildComparisonColumns, []);

  const { edit, askDelete } = editor;
  const actions: CardActions = useMemo(
    () => ({
      can: { update: can.update, remove: can.remove, generatePlan: mayMakePlan, seePlans: canSeePlans },
      onEdit: edit,
      onDelete: askDelete,
      onToggle: (rate) => void toggle(rate),
      onGeneratePlan: (rate) => void generatePlan(rate),
    }),
    [can.update, can.remove, mayMakePlan, canSeePlans, edit, askDelete, toggle, generatePlan],
  );
  const handleSave = useEvent((values: FormValues, base: (typeof rows)[number] | undefined, along?: string) => {
    return editor.save(
      { ...values, GracePeriodDays: values.GracePeriodDays ?? 0, PenaltyAmount: values.PenaltyAmount ?? 0 },
      base,
      along,
    );
  });
  useShortcut("n", editor.add, can.create);
  useOpenCreateFromUrl({ openForm: editor.add, canCreate: can.create });

  const { deleting } = editor;
  const edited = editor.opened?.record;
  const live = rows.find(({ RateID }) => RateID === edited?.RateID);
  const hasPlan = (live ?? edited)?.PaymentPlanID != null;
  const active = shown.filter(({ IsActive }) => IsActive).length;
  const none = status === "ready" && rows.length === 0;
  const lit = shown.find(({ RateID }) => getHighlight(RateID));
  const changedBy = lit && getHighlight(lit.RateID)?.by;
  const loading = status === "loading" && rows.length === 0;
  return (
    <TabContent aria-label={t("Service Charges")}>
      <HiddenHeading>{t("Service Charges")}</HiddenHeading>
      <Toolbar
        label={t("Search and filter {nouns}", { nouns: t("service charges") })}
        end={
          can.create && (
            <PageAction>
              <Button variant="primary" icon="plus" shortcut="n" onClick={editor.add}>
                {phone ? t("Add") : t("Add service charge")}
              </Button>
            </PageAction>
          )
        }
      >
        <SearchBox label={t("Type, floor, month, rate")} value={search.text} onChange={search.setText} />
        <ServiceRateFilters />
      </Toolbar>
      <StaleDataNotice error={error} hasData={rows.length > 0} onRetry={list.refetch} />
      {loading && <ServiceRateSkeleton />}
      {shown.length > 0 && (
        <ServiceRateGrid
          rates={shown}
          rowState={(id) => ({ highlight: getHighlight(id), editing: editorOf(id) })}
          generatingRateID={generatingRateID}
          actions={actions}
        />
      )}
      {none && (
        <EmptyState
          title={can.create ? t("No service charges yet. Add the first one.") : t("No service charges yet.")}
          text={t(
            "A rate says what a type, category and floor pay each month. Its payment plan divides that into installments.",
          )}
          action={
            can.create && (
              <Button icon="plus" shortcut="n" onClick={editor.add}>
                {t("Add service charge")}
              </Button>
            )
          }
        />
      )}
      {!loading && !none && shown.length === 0 && (
        <ResourceEmptyState
          error={error?.message}
          onRetry={list.refetch}
          onClearFilters={search.clear}
          title=""
          noMatchesTitle={t("No service charge matches.")}
        />
      )}
      <VisuallyHidden role="status">
        {changedBy && t("{name} changed {record}", { name: translateName(changedBy), record: describeRateTarget(lit) })}
      </VisuallyHidden>
      <FooterBar>
        <ResourceFooter
          visible={shown.length}
          total={rows.length}
          nouns={[t("service charge"), t("service charges")]}
          can={can}
          isLoaded={status === "ready"}
        >
          <span>{t("{count} active", { count: active })}</span>
        </ResourceFooter>
      </FooterBar>
      <ResourceFormDialog
        editor={{ ...editor, save: handleSave }}
        list={list}
        resource={serviceRate}
        columns={columns}
        defaultValues={defaultValues}
        title={edited ? t("Edit {name}", { name: describeRateTarget(edited) }) : t("Add Service Charge")}
        leading={edited && <HouseBadge house={edited.CategoryName} category={edited.CategoryName} />}
        fields={<ServiceRateFields hasPlan={hasPlan} />}
        notice={hasPlan && <Callout title={messages["rate-has-plan"]} />}
        submitLabel={edited ? t("Update Service Charge") : t("Create Service Charge")}
      />
      {deleting && (
        <ResourceDeleteDialog
          editor={editor}
          title={t("Delete {name}?", {
            name: t("the service charge for {target}, {period}", {
              target: describeRateTarget(deleting.record),
              period: formatRatePeriod(deleting.record),
            }),
          })}
          text={
            deleting.record.PaymentPlanID === null
              ? t("No payment plan was made from it, so no house is charged by it.")
              : t("A payment plan was made from it: that plan has to be revoked first.")
          }
        />
      )}
    </TabContent>
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

const plansPath = "/payment-management?tab=payment-plans";

interface ServiceRateActionsInput {
  update: (rate: ServiceRate, patch: Partial<ServiceRate>) => Promise<{ message: string; data: ServiceRate }>;
}

/** What a card does beside editing. `making`: the rate whose plan is being made. Both functions are stable. */
function useServiceRateActions({ update }: ServiceRateActionsInput) {
  const { create } = useResource(paymentPlan);
  const maySeePlans = useCan(plansPath);
  const navigate = useNavigate();
  const [making, setMaking] = useState<number>();

  const toggle = useEvent(async (rate: ServiceRate, undoing = false) => {
    try {
      const { message, data } = await update(rate, { IsActive: !rate.IsActive });
      const undo = undoAction(() => void toggle(data, true));
      showToast({ kind: "success", text: message, action: undoing ? undefined : undo });
    } catch (problem) {
      showToast({ kind: "error", text: describeError(problem) });
    }
  });

  const makePlan = useEvent(async (rate: ServiceRate) => {
    if (making !== undefined) return;
    setMaking(rate.RateID);
    try {
      const { message, data } = await create({ ...rate });
      const show = { label: t("Show plan"), onClick: () => void navigate(planUrl(data.PaymentPlanID)) };
      showToast({ kind: "success", text: message, action: maySeePlans ? show : undefined });
    } catch (problem) {
      const answered = problem instanceof ApiError && problem.status > 0;
      showToast({ kind: "error", text: answered ? problem.message : t("Error creating Payment Plan") });
    } finally {
      setMaking(undefined);
    }
  });

  return { generatingRateID: making, canSeePlans: maySeePlans, toggle, generatePlan: makePlan };
}

/** The plans' tab with this plan alone. */
export function planUrl(plan: number): string {
  return `${plansPath}&plan=${plan}`;
}

/** What two versions of a service charge are compared by. */
function buildComparisonColumns(): readonly Column<ServiceRate>[] {
  return [
    comparisonColumn(t("For"), describeRateTarget),
    comparisonColumn(t("Period"), formatRatePeriod),
    comparisonColumn(t("Per Floor Rate"), ({ FloorRate }) => formatAmount(FloorRate, 2)),
    comparisonColumn(t("Due On Day"), ({ DueOnDay }) => String(DueOnDay)),
    comparisonColumn(t("Penalty"), formatPenalty),
    comparisonColumn(t("Status"), ({ IsActive }) => t(IsActive ? "Active" : "In-Active")),
    comparisonColumn(t("Payment plan"), ({ PaymentPlanID }) => (PaymentPlanID === null ? "" : t("Generated"))),
  ];
}

/** `200.00 after 5 days`, or that there is none. */
function formatPenalty({
  IsPenaltyApply,
  PenaltyAmount,
  GracePeriodDays,
}: Pick<ServiceRate, "IsPenaltyApply" | "PenaltyAmount" | "GracePeriodDays">): string {
  if (!IsPenaltyApply) return t("None");
  return t("{amount} after {days}", { amount: formatAmount(PenaltyAmount, 2), days: formatDayCount(GracePeriodDays) });
}

function comparisonColumn(title: string, text: (rate: ServiceRate) => string): Column<ServiceRate> {
  return { key: title, title, width: 1, sortValue: text, render: text };
}
