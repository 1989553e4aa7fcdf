import { Link, useLocation, useSearchParams } from "react-router-dom";
import { useSessionState } from "../../api/session.ts";
import { ForbiddenMessage } from "../../app/ForbiddenMessage.tsx";
import { PageSpinner } from "../../app/PageSpinner.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { PaymentPlanDocument } from "./PaymentPlanDocument.tsx";
import { PlanNotice } from "./PlanNotice.tsx";
import { usePaymentPlanDetails } from "./usePaymentPlanDetails.ts";

/** A payment plan to read and print, in a window of its own; who is not signed in is asked to. */
export function PaymentPlanPage() {
  const session = useSessionState();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const id = Number(params.get("PaymentPlanID"));
  if (session === "loading") return <PageSpinner />;
  if (session === null) {
    return (
      <PlanNotice icon="key" title={t("Sign in to see this payment plan")}>
        <Link to="/login" state={{ from: `${pathname}${search}` }}>
          {t("Sign in")}
        </Link>
      </PlanNotice>
    );
  }
  if (!Number.isSafeInteger(id) || id < 1) return <PlanNotFound />;
  return <PlanByID key={id} id={id} />;
}

function PlanByID({ id }: { id: number }) {
  const { plan, error, refetch } = usePaymentPlanDetails(id);
  if (plan) return <PaymentPlanDocument plan={plan} />;
  if (!error) return <PageSpinner />;
  if (error.status === 403) return <ForbiddenMessage />;
  if (error.status === 404) return <PlanNotFound />;
  return (
    <PlanNotice icon="circle-alert" title={t("Failed to load payment plan")} text={translateMessage(error.message)}>
      <Button icon="refresh" onClick={refetch}>
        {t("Try again")}
      </Button>
    </PlanNotice>
  );
}

/** Never made, or revoked meanwhile. */
function PlanNotFound() {
  return (
    <PlanNotice icon="search" title={t("Payment plan not found")} text={t("It may have been revoked.")}>
      <Link to="/payment-management?tab=payment-plans">{t("Payment plans")}</Link>
    </PlanNotice>
  );
}
