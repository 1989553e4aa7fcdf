import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import { type } from "../../theme.ts";
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

const Bar = styled.div`
  ${type("text")}
  ${({ theme: t }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.xs} ${t.space.m};
    min-block-size: ${t.size.footer}px;
    padding: ${t.space.xs} ${t.size.gutter};
    border-block: 1px solid ${t.color.line};
    background: ${t.color.canvas};
    color: ${t.color.ink2};

    strong {
      color: ${t.color.ink};
      font-weight: 600;
    }
  `}
`;
