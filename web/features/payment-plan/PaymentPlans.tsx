import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { useCan } from "../../api/session.ts";
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
import { formatInstallmentCount } from "../service-rate/serviceRateText.ts";
import { buildGenerateColumn, buildPaymentPlanColumns, type PlanRow } from "./paymentPlanColumns.tsx";
import { type PaymentPlan, usePaymentPlanActions } from "./usePaymentPlanActions.ts";

const plansPage = paymentPlan.guards.list.page;

const ratesPage = serviceRate.guards.list.page;

/** The payment plans: to read, to make schedules from, to revoke. */
export function PaymentPlans() {
  const plans = useResource(paymentPlan);
  const { status, error, can, getHighlight } = plans;
  const mayView = useCan(plansPage, "CanViewPaymentPlan");
  const mayGenerate = useCan(plansPage, "CanGeneratePaymentSchedule");
  const maySeeRates = useCan(ratesPage);
  const phone = useIsMobile();
  const navigate = useNavigate();
  const search = useListSearch(["plan"]);
  const [sort, setSort] = useUrlState("sort", "-created", "replace");
  const { shown, isSingle } = useFilteredPlans(plans.rows, search.terms);
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
      ...(mayGenerate ? [buildGenerateColumn({ generatingPlanID, onGenerate: generate })] : []),
    ],
    [mayGenerate, generatingPlanID, generate],
  );
  const rowActions = useMemo(() => {
    if (!mayView && !can.remove && !(phone && mayGenerate)) return undefined;
    return ({ plan }: PlanRow): readonly RowAction[] => [
      ...(mayView ? [{ key: "view", label: t("View"), icon: "eye" as const, onPress: () => view(plan) }] : []),
      ...(phone && mayGenerate
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
  }, [phone, mayView, mayGenerate, can.remove, view, generate, handleAsk]);
  const rowState = useCallback(
    ({ plan }: PlanRow) => {
      const lit = getHighlight(plan.PaymentPlanID);
      return lit && { highlight: lit };
    },
    [getHighlight],
  );

  const lit = shown.find(({ plan }) => getHighlight(plan.PaymentPlanID));
  const changedBy = lit && getHighlight(lit.plan.PaymentPlanID)?.by;

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
            getRows={() => shown}
            sort={sort}
            isEmpty={shown.length === 0}
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
        rows={shown}
        rowKey={({ plan }) => String(plan.PaymentPlanID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        onOpen={({ plan }) => mayView && view(plan)}
        rowActions={rowActions}
        maxActions={Number(mayView) + Number(can.remove)}
        loading={status === "loading"}
        announcement={
          changedBy &&
          t("{name} changed {record}", { name: translateName(changedBy), record: lit.plan.PaymentPlanName })
        }
        empty={
          status !== "failed" && plans.rows.length === 0 ? (
            <EmptyState
              title={t("No payment plans yet. Generate the first one.")}
              text={t(
                "A plan divides an active service charge into monthly installments; from it comes the schedule of every house.",
              )}
              action={
                maySeeRates && <Button onClick={() => void navigate(ratesPage)}>{t("Go to service charges")}</Button>
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
            visible={shown.length}
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

/** A plan has no form: it is made from a rate. */
const noFormValues = {};

/** The plans that the address asks for: one alone, or those that hold the words. */
function useFilteredPlans(
  plans: readonly PaymentPlan[],
  words: readonly string[],
): { shown: readonly PlanRow[]; isSingle: boolean } {
  const rates = useResource(serviceRate).rows;
  const [only] = useUrlState("plan", "");
  const shown = useMemo(() => {
    const byId = new Map(rates.map((rate) => [rate.RateID, rate]));
    return plans
      .filter((plan) => only === "" || String(plan.PaymentPlanID) === only)
      .filter((plan) => matchesSearch(paymentPlan, plan, words))
      .map((plan) => ({ plan, rate: byId.get(plan.RateID) }));
  }, [plans, rates, only, words]);
  return { shown, isSingle: only !== "" };
}

interface GenerationProgressProps {
  name: string;
  /** Unknown while the plan is read. */
  installmentCount: number | undefined;
}

/** Over the table while a schedule is made; the server makes it in one piece, so there is no share to show. */
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
