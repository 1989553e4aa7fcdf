import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { StatusLabel } from "../../domain/Status.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** A name and what was found under it. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Whether something works; undefined while it is not known. */
export function CheckResult({ ok, okText, failText }: { ok: boolean | undefined; okText: string; failText: string }) {
  if (ok === undefined) return "—";
  return (
    <StatusLabel icon={ok ? "check" : "circle-alert"} tone={ok ? "good" : "bad"}>
      {ok ? okText : failText}
    </StatusLabel>
  );
}

export const SectionTitle = styled.h2`
  ${typography("sectionTitle")}
  margin-block-end: ${({ theme }) => theme.space.s};
`;

export const FactList = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(${theme.size.searchBox}, 1fr));
    gap: ${theme.space.m} ${theme.space.xl};

    ${theme.mobile} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    dt {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }

    dd {
      ${typography("strong")}
      overflow-wrap: anywhere;
    }
  `}
`;
