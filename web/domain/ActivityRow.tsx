import type { ReactNode, Ref } from "react";
import styled, { css } from "styled-components";
import type { ActivityKind } from "../../shared/domain/activity.ts";
import { areMailsWrittenToFiles } from "../api/societyInfo.ts";
import { Trans } from "../i18n/Trans.tsx";
import { Avatar } from "../ui/badge/Avatar.tsx";
import { Icon } from "../ui/icon/Icon.tsx";
import { typography } from "../ui/theme/theme.ts";

interface ActivityRowProps {
  kind: string;
  /** The user's name for display; for changes that the server made by itself, the translated word "System". */
  name: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** An activity with the avatar of its user; with a clock for a penalty, which a scheduled job applies. */
export function ActivityRow({ kind, name, ref, children }: ActivityRowProps) {
  return (
    <Row ref={ref}>
      {kind === "penalty applied" ? <Icon name="clock-alert" /> : <Avatar name={name} />}
      <div>{children}</div>
    </Row>
  );
}

/** The user's name in a sentence. */
export function renderUserName(name: string): ReactNode {
  return (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
}

/** Names the second person who approved the activity; renders nothing without one (""). */
export function ApprovedBy({ name }: { name: string }) {
  return (
    name !== "" && (
      <Approval>
        <Trans text="approved by {name}" with={{ name: <bdi>{name}</bdi> }} />
      </Approval>
    )
  );
}

const Approval = styled.span`
  ${typography("meta")}
  display: block;
  color: ${({ theme }) => theme.color.textMuted};
`;

const Row = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: ${theme.size.avatar}px minmax(0, 1fr);
    gap: ${theme.space.s};
    align-items: start;
    overflow-wrap: anywhere;

    > :first-child {
      color: ${theme.color.textSubtle};
    }

    /* The initials of the avatar. */
    > span[title] {
      color: ${theme.color.onAccent};
    }

    strong {
      font-weight: 600;
    }
  `}
`;

/** The texts of a kind of activity: for one record and for several at once. */
export function getActivityTexts(kind: ActivityKind) {
  const [one, several] = kind === "receipt mailed" && areMailsWrittenToFiles() ? savedMailTexts : activityTexts[kind];
  return { one, several };
}

/** The texts of "receipt mailed" without a mail server, when emails are saved as files. */
const savedMailTexts = [
  "The email of receipt {receipt} was saved as a file",
  "Emails of receipts were saved as files: {count}",
] as const;

const activityTexts = {
  "house added": ["{name} added the house", "{name} added houses: {count}"],
  "house changed": ["{name} changed the house", "{name} changed houses: {count}"],
  "house transferred": ["{name} transferred the house", "{name} transferred houses: {count}"],
  "house deleted": ["{name} deleted the house", "{name} deleted houses: {count}"],
  "receipt added": ["{name} added receipt {receipt}", "{name} added receipts: {count}"],
  "receipt changed": ["{name} changed receipt {receipt}", "{name} changed receipts: {count}"],
  "receipt mailed": ["Receipt {receipt} was emailed", "Receipts were emailed: {count}"],
  "receipt voided": ["{name} voided receipt {receipt}", "{name} voided receipts: {count}"],
  "adjustment added": ["{name} added adjustment {adjustment}", "{name} added adjustments: {count}"],
  "adjustment voided": ["{name} voided adjustment {adjustment}", "{name} voided adjustments: {count}"],
  "installments made": ["{name} added installments: {count}", "{name} added installments: {count}"],
  "installments removed": ["{name} removed installments: {count}", "{name} removed installments: {count}"],
  "installment paid": ["{name} marked {record} as Paid", "{name} marked installments as Paid: {count}"],
  "installment unpaid": ["{name} marked {record} as Unpaid", "{name} marked installments as Unpaid: {count}"],
  "installment changed": ["{name} changed the installment of {record}", "{name} changed installments: {count}"],
  "penalty applied": ["Penalty applied for {record}", "Penalties applied: {count}"],
  "charge added": ["{name} added a service charge", "{name} added service charges: {count}"],
  "charge changed": ["{name} changed a service charge", "{name} changed service charges: {count}"],
  "charge deleted": ["{name} deleted a service charge", "{name} deleted service charges: {count}"],
  "plan generated": ["{name} generated a payment plan", "{name} generated payment plans: {count}"],
  // The count of a revoked plan is the number of its installments.
  "plan revoked": ["{name} revoked a payment plan", "{name} revoked a payment plan with its installments: {count}"],
  "expense added": ["{name} added an expense", "{name} added expenses: {count}"],
  "expense changed": ["{name} changed an expense", "{name} changed expenses: {count}"],
  "expense deleted": ["{name} deleted an expense", "{name} deleted expenses: {count}"],
  "transfer added": ["{name} added transfer {record} between accounts", "{name} added transfers: {count}"],
  "transfer changed": ["{name} changed transfer {record} between accounts", "{name} changed transfers: {count}"],
  "transfer deleted": ["{name} deleted transfer {record} between accounts", "{name} deleted transfers: {count}"],
  "other income added": ["{name} added other income", "{name} added other income: {count}"],
  "other income changed": ["{name} changed other income", "{name} changed other income: {count}"],
  "other income deleted": ["{name} deleted other income", "{name} deleted other income: {count}"],
  "month locked": ["{name} locked the months up to {record}", "{name} locked the months up to {record}"],
  "month unlocked": ["{name} unlocked months up to {record}", "{name} unlocked months up to {record}"],
  "day closed": ["{name} closed the day {record}", "{name} closed the day {record}"],
} as const satisfies Record<ActivityKind, readonly [one: string, several: string]>;
