import { useMemo } from "react";
import { messages } from "../../../shared/messages.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
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
import { SearchBox } from "../../ui/form/SearchBox.tsx";
import { PageAction } from "../../ui/layout/PageAction.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/TabContent.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { FooterBar } from "../../ui/table/tableStyles.ts";
import { VisuallyHidden } from "../../ui/text/VisuallyHidden.ts";
import type { CardActions } from "./ServiceRateCard.tsx";
import { ServiceRateFields } from "./ServiceRateFields.tsx";
import { ServiceRateFilters, serviceRateFilterParams, useFilteredRates } from "./ServiceRateFilters.tsx";
import { ServiceRateGrid } from "./ServiceRateGrid.tsx";
import { ServiceRateSkeleton } from "./ServiceRateSkeleton.tsx";
import { buildComparisonColumns } from "./serviceRateColumns.tsx";
import { describeRateTarget, formatRatePeriod } from "./serviceRateText.ts";
import { useServiceRateActions } from "./useServiceRateActions.ts";

/** What each kind of house pays, as cards: added, switched on and off, and turned into payment plans. */
export function ServiceRates() {
  const list = useResource(serviceRate);
  const { rows, status, error, can, getHighlight } = list;
  const editorOf = useEditors(serviceRate.name);
  const search = useListSearch(serviceRateFilterParams);
  const shown = useFilteredRates(rows, search.terms);
  const editor = useResourceEditor({ resource: serviceRate, list, defaultValues });
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
        notice={hasPlan && <Callout title={messages.rateHasPlan} />}
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
