import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import styled from "styled-components";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { ApiError } from "../../api/request.ts";
import { useSession, useSessionState } from "../../api/session.ts";
import { ForbiddenMessage } from "../../app/ForbiddenMessage.tsx";
import { PageSpinner } from "../../app/PageSpinner.tsx";
import { fetchPaymentPlanDetails, type PaymentPlanDetails } from "../../domain/paymentPlanDetails.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { describeError, useResource } from "../../live/useResource.ts";
import { Button } from "../../ui/button/Button.tsx";
import { PageMessage } from "../../ui/feedback/PageMessage.ts";
import { Icon, type IconName } from "../../ui/icon/Icon.tsx";
import { PaymentPlanDocument } from "./PaymentPlanDocument.tsx";

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

interface PlanNoticeProps {
  icon: IconName;
  title: string;
  text?: string;
  /** The way on. */
  children: ReactNode;
}

/** Why there is no plan to see, and the way on. */
function PlanNotice({ icon, title, text, children }: PlanNoticeProps) {
  return (
    <Panel as="main">
      <title>{title}</title>
      <Icon name={icon} large />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children}
    </Panel>
  );
}

interface PlanState {
  plan?: PaymentPlanDetails;
  error?: ApiError;
}

/** The plan, read again when it, its rate or the reader's rights change; once shown it stays until it is known to be gone. */
function usePaymentPlanDetails(id: number) {
  const [shown, setShown] = useState<PlanState>({});
  const reading = useRef<AbortController>(undefined);

  const read = useCallback(async () => {
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    try {
      setShown({ plan: await fetchPaymentPlanDetails(id, own.signal) });
    } catch (error) {
      if (own.signal.aborted) return;
      const problem = error instanceof ApiError ? error : new ApiError({ status: 0, message: describeError(error) });
      const gone = problem.status === 403 || problem.status === 404;
      setShown((before) => ({ plan: gone ? undefined : before.plan, error: problem }));
    }
  }, [id]);

  useEffect(() => {
    void read();
    return () => reading.current?.abort();
  }, [read]);
  useWhenChanged(usePlanRevision(id), read);
  useWhenChanged(useSession(), read);

  return { ...shown, refetch: read };
}

/** Tells one state of the plan and its rate from the next; undefined for those who may not follow them. */
function usePlanRevision(id: number): string | undefined {
  const plans = useResource(paymentPlan);
  const rates = useResource(serviceRate);
  if (plans.status !== "ready" || rates.status !== "ready") return undefined;
  const plan = plans.rows.find(({ PaymentPlanID }) => PaymentPlanID === id);
  const rate = rates.rows.find(({ PaymentPlanID }) => PaymentPlanID === id);
  return `${plan?.Version} ${rate?.Version}`;
}

function useWhenChanged(stamp: unknown, run: () => unknown): void {
  const seen = useRef(stamp);
  useEffect(() => {
    if (seen.current !== undefined && stamp !== undefined && stamp !== seen.current) run();
    seen.current = stamp ?? seen.current;
  }, [stamp, run]);
}

const Panel = styled(PageMessage)`
  color: ${({ theme }) => theme.color.textMuted};
`;
