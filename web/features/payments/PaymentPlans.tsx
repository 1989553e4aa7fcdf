import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { ExportMenu } from "../../ExportMenu.tsx";
import { say, sayName } from "../../lib/language.ts";
import { useMay } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { useShortcut } from "../../lib/useShortcut.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { ResourceEmpty } from "../../ResourceEmpty.tsx";
import { ResourceFooter } from "../../ResourceFooter.tsx";
import { holdsWords, wordsOf } from "../../resourceSearch.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { Table } from "../../ui/Table.tsx";
import { sortRows } from "../../ui/TableSort.ts";
import type { RowAction } from "../../ui/TableTypes.ts";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import { usePhone } from "../../ui/usePhone.ts";
import { useClearUrl } from "../../useClearUrl.ts";
import { useSearchText } from "../../useSearchText.ts";
import { type PaymentPlan, usePlanActions } from "./PaymentPlanActions.ts";
import { generateColumn, type PlanRow, planColumns } from "./PaymentPlanColumns.tsx";
import { PaymentPlanProgress } from "./PaymentPlanProgress.tsx";
import { PaymentPlanRevoke } from "./PaymentPlanRevoke.tsx";

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
  const [text, setText] = useSearchText();
  const [sort, setSort] = useUrlState("sort", "-created", "typed");
  const filters = useClearUrl(["q", "plan"]);
  const search = useRef<HTMLInputElement>(null);
  const { shown, single } = useShownPlans(plans.rows, useDeferredValue(text));
  const { work, generate, view } = usePlanActions();
  const [asked, setAsked] = useState<{ plan: PaymentPlan; open: boolean; serial: number }>();
  const working = work?.PaymentPlanID;

  const columns = useMemo(
    () => [...planColumns(), ...(mayGenerate ? [generateColumn({ working, onGenerate: generate })] : [])],
    [mayGenerate, working, generate],
  );
  const handleAsk = useHandler((plan: PaymentPlan) => setAsked({ plan, open: true, serial: (asked?.serial ?? 0) + 1 }));
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
    if (single) filters.clear();
    return message;
  }

  const handleClear = useHandler(() => {
    setText("");
    filters.clear();
  });
  useShortcut("/", () => search.current?.focus());

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
            rows={() => sortRows({ rows: shown, columns, sort })}
            empty={shown.length === 0}
          />
        }
      >
        <SearchBox ref={search} label={say("Name, month")} value={text} onChange={setText} />
        {single && (
          <Button icon="x" onClick={handleClear}>
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
              problem={status === "failed" ? (problem?.message ?? say("Failed to fetch data")) : undefined}
              onAgain={plans.again}
              narrowed
              onClear={handleClear}
              title=""
              text=""
              foundNone={say("No payment plan matches.")}
              add={undefined}
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
        <PaymentPlanRevoke
          key={asked.serial}
          plan={asked.plan}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
          onRevoke={handleRevoke}
        />
      )}
    </Screen>
  );
}

/** The plans that the address asks for: one alone, or those that hold the words. */
function useShownPlans(plans: readonly PaymentPlan[], typed: string): { shown: readonly PlanRow[]; single: boolean } {
  const rates = useResource(serviceRate).rows;
  const [only] = useUrlState("plan", "");
  const shown = useMemo(() => {
    const words = wordsOf(typed);
    const byId = new Map(rates.map((rate) => [rate.RateID, rate]));
    return plans
      .filter((plan) => only === "" || String(plan.PaymentPlanID) === only)
      .filter((plan) => holdsWords(paymentPlan, plan, words))
      .map((plan) => ({ plan, rate: byId.get(plan.RateID) }));
  }, [plans, rates, only, typed]);
  return { shown, single: only !== "" };
}
