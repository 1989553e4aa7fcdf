import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { say, sayName } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceDelete } from "../../ResourceDelete.tsx";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { holdsWords } from "../../resourceSearch.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Table } from "../../ui/Table.tsx";
import type { RowAction } from "../../ui/TableTypes.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { usePhone } from "../../ui/usePhone.ts";
import { useListSearch } from "../../useListSearch.ts";
import { useResourceEditor } from "../../useResourceEditor.ts";
import { type PaymentPlan, usePlanActions } from "./PaymentPlanActions.ts";
import { generateColumn, type PlanRow, planColumns } from "./PaymentPlanColumns.tsx";
import { PaymentPlanProgress } from "./PaymentPlanProgress.tsx";

const page = paymentPlan.guards.list.page;
const ratesPath = serviceRate.guards.list.page;

/** The payment plans: to read, to make schedules from, to revoke. */
export function PaymentPlans() {
  const plans = useResource(paymentPlan);
  const { status, problem, may, glow } = plans;
  const mayView = useMay(page, "CanViewPaymentPlan");
  const mayGenerate = useMay(page, "CanGeneratePaymentSchedule");
  const maySeeRates = useMay(ratesPath);
  const phone = usePhone();
  const navigate = useNavigate();
  const search = useListSearch(["plan"]);
  const [sort, setSort] = useUrlState("sort", "-created", "typed");
  const { shown, single } = useShownPlans(plans.rows, search.words);
  const { work, generate, view } = usePlanActions();
  const editor = useResourceEditor({ resource: paymentPlan, list: { ...plans, remove: handleRevoke }, blank: nothing });
  const { asked, ask: handleAsk } = editor;
  const working = work?.PaymentPlanID;

  const columns = useMemo(
    () => [...planColumns(), ...(mayGenerate ? [generateColumn({ working, onGenerate: generate })] : [])],
    [mayGenerate, working, generate],
  );
  const rowActions = useMemo(() => {
    if (!mayView && !may.remove && !(phone && mayGenerate)) return undefined;
    return ({ plan }: PlanRow): readonly RowAction[] => [
      ...(mayView ? [{ key: "view", label: say("View"), icon: "eye" as const, onPress: () => view(plan) }] : []),
      ...(phone && mayGenerate
        ? [
            {
              key: "generate",
              label: say("Generate Payment Schedule"),
              icon: "list-checks" as const,
              onPress: () => void generate(plan),
            },
          ]
        : []),
      ...(may.remove
        ? [
            {
              key: "revoke",
              label: say("Revoke"),
              icon: "trash" as const,
              danger: true,
              onPress: () => handleAsk(plan),
            },
          ]
        : []),
    ];
  }, [phone, mayView, mayGenerate, may.remove, view, generate, handleAsk]);
  const rowState = useCallback(
    ({ plan }: PlanRow) => {
      const lit = glow(plan.PaymentPlanID);
      return lit && { glow: lit };
    },
    [glow],
  );

  const lit = shown.find(({ plan }) => glow(plan.PaymentPlanID));
  const changedBy = lit && glow(lit.plan.PaymentPlanID)?.by;

  async function handleRevoke(plan: PaymentPlan) {
    const message = await plans.remove(plan);
    if (single) search.clear();
    return message;
  }

  return (
    <Screen aria-label={say("Payment Plans")}>
      <Heading>{say("Payment Plans")}</Heading>
      <Toolbar
        label={say("Search {nouns}", { nouns: say("payment plans") })}
        end={
          <ExportMenu
            name={say("Payment Plans")}
            file="payment-plan"
            columns={columns}
            rows={() => shown}
            sort={sort}
            empty={shown.length === 0}
          />
        }
      >
        <SearchBox label={say("Name, month")} value={search.text} onChange={search.setText} />
        {single && (
          <Button icon="x" onClick={search.clear}>
            {say("Show all plans")}
          </Button>
        )}
      </Toolbar>
      {work?.slow && <PaymentPlanProgress name={work.name} rows={work.rows} />}
      <Table
        label={say("Payment Plans")}
        rows={shown}
        rowKey={({ plan }) => String(plan.PaymentPlanID)}
        columns={columns}
        sort={sort}
        onSort={setSort}
        rowState={rowState}
        onOpen={({ plan }) => mayView && view(plan)}
        rowActions={rowActions}
        actionSlots={Number(mayView) + Number(may.remove)}
        loading={status === "loading"}
        announce={
          changedBy && say("{name} changed {record}", { name: sayName(changedBy), record: lit.plan.PaymentPlanName })
        }
        empty={
          status !== "failed" && plans.rows.length === 0 ? (
            <EmptyState
              title={say("No payment plans yet. Generate the first one.")}
              text={say(
                "A plan divides an active service charge into monthly installments; from it comes the schedule of every house.",
              )}
              action={
                maySeeRates && <Button onClick={() => void navigate(ratesPath)}>{say("Go to service charges")}</Button>
              }
            />
          ) : (
            <ResourceEmpty
              problem={problem?.message}
              onAgain={plans.again}
              onClear={search.clear}
              title=""
              foundNone={say("No payment plan matches.")}
            />
          )
        }
        footer={
          <ResourceFooter
            shown={shown.length}
            total={plans.rows.length}
            nouns={[say("payment plan"), say("payment plans")]}
            may={{ create: false, update: false }}
            ready={status === "ready"}
          />
        }
      />
      {asked && (
        <ResourceDelete
          editor={editor}
          question={say("Revoke the payment plan {plan}?", { plan: asked.record.PaymentPlanName })}
          text={say(
            "Its unpaid installments disappear from every house's schedule. With any of them paid or part-paid nothing is changed.",
          )}
          confirmLabel={say("Revoke")}
        />
      )}
    </Screen>
  );
}

/** A plan has no form: it is made from a rate. */
const nothing = {};

/** The plans that the address asks for: one alone, or those that hold the words. */
function useShownPlans(
  plans: readonly PaymentPlan[],
  words: readonly string[],
): { shown: readonly PlanRow[]; single: boolean } {
  const rates = useResource(serviceRate).rows;
  const [only] = useUrlState("plan", "");
  const shown = useMemo(() => {
    const byId = new Map(rates.map((rate) => [rate.RateID, rate]));
    return plans
      .filter((plan) => only === "" || String(plan.PaymentPlanID) === only)
      .filter((plan) => holdsWords(paymentPlan, plan, words))
      .map((plan) => ({ plan, rate: byId.get(plan.RateID) }));
  }, [plans, rates, only, words]);
  return { shown, single: only !== "" };
}
