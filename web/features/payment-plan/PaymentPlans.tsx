import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { useCan } from "../../api/session.ts";
import { formatInstallmentCount } from "../../domain/counts.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { matchesSearch } from "../../resource/search.ts";
import { useListSearch } from "../../resource/useListSearch.ts";
import { useResourceEditor } from "../../resource/useResourceEditor.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SpinnerRing } from "../../ui/feedback/Loading.tsx";
import { ProgressStrip } from "../../ui/feedback/ProgressBar.tsx";
import { SearchBox } from "../../ui/form/FilterControls.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { buildGenerateColumn, buildPaymentPlanColumns, type PlanRow } from "./paymentPlanColumns.tsx";
import { type PaymentPlan, usePaymentPlanActions } from "./usePaymentPlanActions.ts";

const plansPage = paymentPlan.guards.list.page;

const ratesPage = serviceRate.guards.list.page;

/** The payment plans: view, generate schedules, revoke. */
export function PaymentPlans() {
  const plans = useResource(paymentPlan);
  const { status, error, can, getHighlight } = plans;
  const canView = useCan(plansPage, "CanViewPaymentPlan");
  const canGenerate = useCan(plansPage, "CanGeneratePaymentSchedule");
  const canSeeRates = useCan(ratesPage);
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const search = useListSearch(["plan"]);
  const [sort, setSort] = useUrlState("sort", "-created", "replace");
  const { visible, isSingle } = useFilteredPlans(plans.rows, search.terms);
  const { task, generate, view } = usePaymentPlanActions();
  const editor = useResourceEditor({
    resource: paymentPlan,
    mutations: { ...plans, remove: handleRevoke },
    defaultValues: noFormValues,
  });
  const { deleting, askDelete: handleAsk } = editor;
  const generatingPlanID = task?.PaymentPlanID;

  const columns = useMemo(
    () => [
      ...buildPaymentPlanColumns(),
      ...(canGenerate ? [buildGenerateColumn({ generatingPlanID, onGenerate: generate })] : []),
    ],
    [canGenerate, generatingPlanID, generate],
  );
  const rowActions = useMemo(() => {
    if (!canView && !can.remove && !(isMobile && canGenerate)) return undefined;
    return ({ plan }: PlanRow): readonly RowAction[] => [
      ...(canView ? [{ key: "view", label: t("View"), icon: "eye" as const, onPress: () => view(plan) }] : []),
      ...(isMobile && canGenerate
        ? [
            {
              key: "generate",
              label: t("Generate Payment Schedule"),
              icon: "list-checks" as const,
              onPress: () => void generate(plan),
            },
          ]
        : []),
      ...(can.remove
        ? [
            {
              key: "revoke",
              label: t("Revoke"),
              icon: "trash" as const,
              danger: true,
              onPress: () => handleAsk(plan),
            },
          ]
        : []),
    ];
  }, [isMobile, canView, canGenerate, can.remove, view, generate, handleAsk]);
  const rowState = useCallback(
    ({ plan }: PlanRow) => ({ highlight: getHighlight(plan.PaymentPlanID) }),
    [getHighlight],
  );

  const highlighted = visible.find(({ plan }) => getHighlight(plan.PaymentPlanID));
  const changedBy = highlighted && getHighlight(highlighted.plan.PaymentPlanID)?.by;

  async function handleRevoke(plan: PaymentPlan) {
    const message = await plans.remove(plan);
    if (isSingle) search.clear();
    return message;
  }

  return (
    <TabContent aria-label={t("Payment Plans")}>
      <HiddenHeading>{t("Payment Plans")}</HiddenHeading>
      <Toolbar
        label={t("Search {nouns}", { nouns: t("payment plans") })}
        end={
          <ExportMenu
            name={t("Payment Plans")}
            fileName="payment-plan"
            columns={columns}
            getRows={() => visible}
            sort={sort}
            isEmpty={visible.length === 0}
          />
        }
      >
        <SearchBox label={t("Name, month")} value={search.text} onChange={search.setText} />
        {isSingle && (
          <Button icon="x" onClick={search.clear}>
            {t("Show all plans")}
          </Button>
        )}
      </Toolbar>
      {task?.isSlow && <GenerationProgress name={task.name} installmentCount={task.installmentCount} />}
      <Table
        label={t("Payment Plans")}
        rows={visible}
        rowKey={({ plan }) => String(plan.PaymentPlanID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        onOpen={({ plan }) => canView && view(plan)}
        rowActions={rowActions}
        maxActions={Number(canView) + Number(can.remove)}
        loading={status === "loading"}
        announcement={
          changedBy &&
          t("{name} changed {record}", { name: translateName(changedBy), record: highlighted.plan.PaymentPlanName })
        }
        empty={
          status !== "failed" && plans.rows.length === 0 ? (
            <EmptyState
              title={t("No payment plans yet. Generate the first one.")}
              text={t(
                "A plan divides an active service charge into monthly installments; from it comes the schedule of every house.",
              )}
              action={
                canSeeRates && <Button onClick={() => void navigate(ratesPage)}>{t("Go to service charges")}</Button>
              }
            />
          ) : (
            <ResourceEmptyState
              error={error?.message}
              onRetry={plans.refetch}
              onClearFilters={search.clear}
              title=""
              noMatchesTitle={t("No payment plan matches.")}
            />
          )
        }
        footer={
          <ResourceFooter
            visible={visible.length}
            total={plans.rows.length}
            nouns={[t("payment plan"), t("payment plans")]}
            can={{ create: false, update: false }}
            isLoaded={status === "ready"}
          />
        }
      />
      {deleting && (
        <ResourceDeleteDialog
          editor={editor}
          title={t("Revoke the payment plan {plan}?", { plan: deleting.record.PaymentPlanName })}
          text={t(
            "Its unpaid installments disappear from every house's schedule. With any of them paid or part-paid nothing is changed.",
          )}
          confirmLabel={t("Revoke")}
        />
      )}
    </TabContent>
  );
}

/** Plans have no form: they are generated from a rate. */
const noFormValues = {};

/** The one plan named in the URL, or all that match the search. */
function useFilteredPlans(
  plans: readonly PaymentPlan[],
  terms: readonly string[],
): { visible: readonly PlanRow[]; isSingle: boolean } {
  const rates = useResource(serviceRate).rows;
  const [requestedID] = useUrlState("plan", "");
  const visible = useMemo(() => {
    const ratesById = new Map(rates.map((rate) => [rate.RateID, rate]));
    return plans
      .filter((plan) => requestedID === "" || String(plan.PaymentPlanID) === requestedID)
      .filter((plan) => matchesSearch(paymentPlan, plan, terms))
      .map((plan) => ({ plan, rate: ratesById.get(plan.RateID) }));
  }, [plans, rates, requestedID, terms]);
  return { visible, isSingle: requestedID !== "" };
}

interface GenerationProgressProps {
  name: string;
  /** Undefined while the plan is loading. */
  installmentCount: number | undefined;
}

/** Without a percentage, because the server generates a schedule in one step. */
function GenerationProgress({ name, installmentCount }: GenerationProgressProps) {
  return (
    <Bar role="status">
      <SpinnerRing aria-hidden="true" />
      <strong>{t("Generating schedule")}</strong>
      <bdi>{name}</bdi>
      {installmentCount !== undefined && <span>{formatInstallmentCount(installmentCount)}</span>}
    </Bar>
  );
}

const Bar = styled(ProgressStrip)`
  ${({ theme }) => css`
    min-block-size: ${theme.size.footer}px;
    padding-block: ${theme.space.xs};
    border-block: 1px solid ${theme.color.border};
    color: ${theme.color.textMuted};

    strong {
      color: ${theme.color.text};
      font-weight: 600;
    }
  `}
`;
