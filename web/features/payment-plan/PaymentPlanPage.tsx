import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import styled from "styled-components";
import type { PaymentPlanDetails } from "../../../shared/endpoints/payment-plan-full.ts";
import { paymentPlan } from "../../../shared/resources/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { describeError } from "../../api/describeError.ts";
import { ApiError } from "../../api/request.ts";
import { useSession } from "../../api/session.ts";
import { ForbiddenMessage } from "../../domain/ForbiddenMessage.tsx";
import { fetchPaymentPlanDetails } from "../../domain/paymentPlanDetails.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Spinner } from "../../ui/feedback/Loading.tsx";
import { PageMessage } from "../../ui/feedback/PageMessage.ts";
import { Icon, type IconName } from "../../ui/icon/Icon.tsx";
import { PaymentPlanDocument } from "./PaymentPlanDocument.tsx";

/** A payment plan to read and print, opened in its own window. */
export function PaymentPlanPage() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const id = Number(params.get("PaymentPlanID"));
  if (!session) {
    return (
      <PlanNotice icon="key" title={t("Sign in to see this payment plan")}>
        <Link to="/login" state={{ from: `${pathname}${search}` }}>
          {t("Sign in")}
        </Link>
      </PlanNotice>
    );
  }
  if (!Number.isSafeInteger(id) || id < 1) return <PlanNotFound />;
  return <PlanById key={id} id={id} />;
}

function PlanById({ id }: { id: number }) {
  const { plan, error, refetch } = usePaymentPlanDetails(id);
  if (plan) return <PaymentPlanDocument plan={plan} />;
  if (!error) return <Spinner />;
  if (error.status === 403) return <ForbiddenMessage />;
  if (error.status === 404) return <PlanNotFound />;
  return (
    <PlanNotice icon="circle-alert" title={t("Failed to load payment plan")} text={translateMessage(error.message)}>
      {error.isTemporary && (
        <Button icon="refresh" onClick={refetch}>
          {t("Try again")}
        </Button>
      )}
    </PlanNotice>
  );
}

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
  /** A link or button to continue with. */
  children: ReactNode;
}

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

/** After a failed refetch, both are set. */
interface PlanState {
  plan?: PaymentPlanDetails;
  error?: ApiError;
}

/**
 * The plan, refetched when it, its rate or the user's rights change. After a failed request the last plan stays,
 * unless it was deleted or the user may no longer see it.
 */
function usePaymentPlanDetails(id: number) {
  const [state, setState] = useState<PlanState>({});
  const pending = useRef<AbortController>(undefined);

  const refetch = useCallback(async () => {
    pending.current?.abort();
    const controller = new AbortController();
    pending.current = controller;
    const { signal } = controller;
    try {
      setState({ plan: await fetchPaymentPlanDetails(id, signal) });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = thrown instanceof ApiError ? thrown : new ApiError({ status: 0, message: describeError(thrown) });
      const isUnavailable = error.status === 403 || error.status === 404;
      setState(({ plan }) => ({ plan: isUnavailable ? undefined : plan, error }));
    }
  }, [id]);

  useEffect(() => {
    void refetch();
    return () => pending.current?.abort();
  }, [refetch]);
  useOnValueChange(usePlanVersion(id), refetch);
  useOnValueChange(useSession(), refetch);

  return { ...state, refetch };
}

/** The versions of the plan and its rate; undefined while loading and without the right to list them. */
function usePlanVersion(id: number): string | undefined {
  const plans = useResource(paymentPlan);
  const rates = useResource(serviceRate);
  if (plans.status !== "ready" || rates.status !== "ready") return undefined;
  const plan = plans.rows.find(({ PaymentPlanID }) => PaymentPlanID === id);
  const rate = rates.rows.find(({ PaymentPlanID }) => PaymentPlanID === id);
  return `${plan?.Version} ${rate?.Version}`;
}

/** Calls `run` when the value changes from one defined value to another. */
function useOnValueChange(value: unknown, run: () => unknown): void {
  const previous = useRef(value);
  useEffect(() => {
    if (previous.current !== undefined && value !== undefined && value !== previous.current) run();
    previous.current = value ?? previous.current;
  }, [value, run]);
}

const Panel = styled(PageMessage)`
  color: ${({ theme }) => theme.color.textMuted};
`;
