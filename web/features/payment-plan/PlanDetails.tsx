import { Link, useLocation, useSearchParams } from "react-router-dom";
import { say, sayMessage } from "../../lib/language.ts";
import { useSessionState } from "../../lib/session.ts";
import { PageSpinner } from "../../PageSpinner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Forbidden } from "../../ui/Forbidden.tsx";
import { PlanNotice } from "./PlanNotice.tsx";
import { PlanSheet } from "./PlanSheet.tsx";
import { usePlan } from "./usePlan.ts";

/** A payment plan to read and print, in a window of its own; who is not signed in is asked to. */
export function PlanDetails() {
  const session = useSessionState();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const id = Number(params.get("PaymentPlanID"));
  if (session === "loading") return <PageSpinner />;
  if (session === null) {
    return (
      <PlanNotice icon="key" title={say("Sign in to see this payment plan")}>
        <Link to="/login" state={{ from: `${pathname}${search}` }}>
          {say("Sign in")}
        </Link>
      </PlanNotice>
    );
  }
  if (!Number.isSafeInteger(id) || id < 1) return <NoPlan />;
  return <Plan key={id} id={id} />;
}

function Plan({ id }: { id: number }) {
  const { plan, problem, again } = usePlan(id);
  if (plan) return <PlanSheet plan={plan} />;
  if (!problem) return <PageSpinner />;
  if (problem.status === 403) return <Forbidden />;
  if (problem.status === 404) return <NoPlan />;
  return (
    <PlanNotice icon="circle-alert" title={say("Failed to load payment plan")} text={sayMessage(problem.message)}>
      <Button icon="refresh" onClick={again}>
        {say("Try again")}
      </Button>
    </PlanNotice>
  );
}

/** Never made, or revoked meanwhile. */
function NoPlan() {
  return (
    <PlanNotice icon="search" title={say("Payment plan not found")} text={say("It may have been revoked.")}>
      <Link to="/payment-management?tab=payment-plans">{say("Payment plans")}</Link>
    </PlanNotice>
  );
}
