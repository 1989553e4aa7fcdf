import { useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import { paymentPlanHouses } from "../../../shared/endpoints/payment-plan-houses.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { paymentSchedule } from "../../../shared/resources/payment-schedule.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { useCan } from "../../api/session.ts";
import { formatInstallmentCount } from "../../domain/counts.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportMenu } from "../../resource/export/ExportMenu.tsx";
import { ResourceDeleteDialog } from "../../resource/ResourceDeleteDialog.tsx";
import { ResourceEmptyState } from "../../resource/ResourceEmptyState.tsx";
import { ResourceFooter } from "../../resource/ResourceFooter.tsx";
import { ResourceListLayout } from "../../resource/ResourceListLayout.tsx";
import { useResourceList } from "../../resource/useResourceList.ts";
import { Button } from "../../ui/button/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { SpinnerRing } from "../../ui/feedback/Loading.tsx";
import { ProgressStrip } from "../../ui/feedback/ProgressBar.tsx";
import { Table } from "../../ui/table/Table.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { GenerateScheduleDialog, SkippedMonthsDialog } from "./GenerateScheduleDialog.tsx";
import { buildGenerateColumn, buildPaymentPlanColumns, type PlanRow } from "./paymentPlanColumns.tsx";
import { type PaymentPlan, usePaymentPlanActions } from "./usePaymentPlanActions.ts";

type PlanHouseCounts = NonNullable<PlanRow["houseCounts"]> & { PaymentPlanID: number };

/** Changes of these change how many houses a plan has, and how many of them have installments. */
const houseResources = [paymentPlan.name, paymentSchedule.name, plot.name];

const plansPage = paymentPlan.guards.list.page;
const ratesPage = serviceRate.guards.list.page;

/** The payment plans: view, generate schedules, revoke. */
export function PaymentPlansScreen() {
  const plans = useResource(paymentPlan);
  const { status, can } = plans;
  const rates = useResource(serviceRate).rows;
  const { data } = useLiveRequest<{ data: PlanHouseCounts[] }>(paymentPlanHouses.path, houseResources);
  const rows = useMemo(() => {
    const ratesById = new Map(rates.map((rate) => [rate.RateID, rate]));
    const countsByPlanId = new Map(data?.data.map((counts) => [counts.PaymentPlanID, counts]));
    return plans.rows.map((plan) => ({
      ...plan,
      rate: ratesById.get(plan.RateID),
      houseCounts: countsByPlanId.get(plan.PaymentPlanID),
    }));
  }, [plans.rows, rates, data]);
  const [requestedId] = useUrlState("plan", "");
  const matches = useCallback(
    ({ PaymentPlanID }: PlanRow) => requestedId === "" || String(PaymentPlanID) === requestedId,
    [requestedId],
  );
  const list = useResourceList<PlanRow>({
    resource: paymentPlan,
    source: {
      ...plans,
      rows,
      create: undefined,
      update: undefined,
      remove: handleRevoke,
      can: { ...can, create: false, update: false },
    },
    defaultSort: "-created",
    filterParams: ["plan"],
    matches,
  });
  const { search, tableProps } = list;
  const { deleteDialog, askDelete } = list.editor;
  const canView = useCan(plansPage, "CanViewPaymentPlan");
  const canGenerate = useCan(plansPage, "CanGeneratePaymentSchedule");
  const canSeeRates = useCan(ratesPage);
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const { task, generate, view, incomplete, closeIncomplete } = usePaymentPlanActions();
  const [chosenPlan, setChosenPlan] = useState<PaymentPlan>();
  const generatingPlanId = task?.PaymentPlanID;

  const columns = useMemo(
    () => [
      ...buildPaymentPlanColumns(),
      ...(canGenerate ? [buildGenerateColumn({ generatingPlanId, onGenerate: setChosenPlan })] : []),
    ],
    [canGenerate, generatingPlanId],
  );
  // Left out on desktop: the description is the period, which the name contains.
  const tableColumns = useMemo(
    () => (isMobile ? columns : columns.filter(({ key }) => key !== "description")),
    [isMobile, columns],
  );
  const rowActions = useMemo(() => {
    const hasGenerateAction = isMobile && canGenerate;
    if (!canView && !can.remove && !hasGenerateAction) return undefined;
    return (plan: PlanRow): readonly RowAction[] => {
      const actions: RowAction[] = [];
      if (canView) actions.push({ key: "view", label: t("View"), icon: "eye", onPress: () => view(plan) });
      if (hasGenerateAction)
        actions.push({
          key: "generate",
          label: t("Generate Payment Schedule"),
          icon: "list-checks",
          onPress: () => setChosenPlan(plan),
        });
      if (can.remove)
        actions.push({
          key: "revoke",
          label: t("Revoke"),
          icon: "trash",
          danger: true,
          onPress: () => askDelete(plan),
        });
      return actions;
    };
  }, [isMobile, canView, canGenerate, can.remove, view, askDelete]);

  async function handleRevoke(plan: PlanRow) {
    const response = await plans.remove(plan);
    if (requestedId !== "") search.clear();
    return response;
  }

  return (
    <ResourceListLayout
      list={list}
      title={t("Payment Plans")}
      nouns={t("payment plans")}
      searchLabel={t("Name, month")}
      filters={
        requestedId !== "" && (
          <Button icon="x" onClick={search.clear}>
            {t("Show all plans")}
          </Button>
        )
      }
      actions={
        <ExportMenu name={t("Payment Plans")} fileName="payment-plan" columns={columns} {...list.exportMenuProps} />
      }
      progress={task?.isSlow && <GenerationProgress name={task.name} installmentCount={task.installmentCount} />}
    >
      <Table
        {...tableProps}
        label={t("Payment Plans")}
        columns={tableColumns}
        onOpen={(plan) => canView && view(plan)}
        rowActions={rowActions}
        maxActions={Number(canView) + Number(can.remove)}
        empty={
          status !== "failed" && rows.length === 0 ? (
            <EmptyState
              title={t("No payment plans yet. Generate the first one.")}
              text={t(
                "A plan divides an active service charge into monthly installments. The schedule of each house is generated from it.",
              )}
              action={
                canSeeRates && <Button onClick={() => void navigate(ratesPage)}>{t("Go to service charges")}</Button>
              }
            />
          ) : (
            <ResourceEmptyState
              {...list.emptyStateProps}
              onClearFilters={search.clear}
              title=""
              noMatchesTitle={t("No payment plan matches.")}
            />
          )
        }
        footer={<ResourceFooter {...list.footerProps} nouns={[t("payment plan"), t("payment plans")]} />}
      />
      {chosenPlan && (
        <GenerateScheduleDialog
          plan={chosenPlan}
          onClose={() => setChosenPlan(undefined)}
          onGenerate={(from) => {
            setChosenPlan(undefined);
            void generate(chosenPlan, from);
          }}
        />
      )}
      {incomplete && <SkippedMonthsDialog {...incomplete} onClose={closeIncomplete} />}
      {deleteDialog && (
        <ResourceDeleteDialog
          editor={list.editor}
          title={t("Revoke the payment plan {plan}?", { plan: deleteDialog.record.PaymentPlanName })}
          text={t(
            "Its unpaid installments are removed from every house's schedule. If any installment is paid or part-paid, nothing is changed.",
          )}
          confirmLabel={t("Revoke")}
        />
      )}
    </ResourceListLayout>
  );
}

interface GenerationProgressProps {
  name: string;
  /** Undefined while the plan is loading. */
  installmentCount: number | undefined;
}

/** Shows no percentage, because the server generates a schedule in one step. */
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
