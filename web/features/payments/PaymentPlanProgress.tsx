import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { ProgressStrip } from "../../ui/ProgressStrip.ts";
import { Ring } from "../../ui/Spinner.tsx";
import { installments } from "./RateText.ts";

interface PaymentPlanProgressProps {
  name: string;
  /** Unknown while the plan is read. */
  rows: number | undefined;
}

/** Over the table while a schedule is made; the server makes it in one piece, so there is no share to show. */
export function PaymentPlanProgress({ name, rows }: PaymentPlanProgressProps) {
  return (
    <Bar role="status">
      <Ring aria-hidden="true" />
      <strong>{say("Generating schedule")}</strong>
      <bdi>{name}</bdi>
      {rows !== undefined && <span>{installments(rows)}</span>}
    </Bar>
  );
}

const Bar = styled(ProgressStrip)`
  ${({ theme: t }) => css`
    min-block-size: ${t.size.footer}px;
    padding-block: ${t.space.xs};
    border-block: 1px solid ${t.color.line};
    color: ${t.color.ink2};

    strong {
      color: ${t.color.ink};
      font-weight: 600;
    }
  `}
`;
