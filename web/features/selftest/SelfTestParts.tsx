import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { type } from "../../theme.ts";
import { StatusMark } from "../../ui/Status.tsx";

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
export function Good({ is, yes, no }: { is: boolean | undefined; yes: string; no: string }) {
  if (is === undefined) return "—";
  return (
    <StatusMark icon={is ? "check" : "circle-alert"} tone={is ? "good" : "bad"}>
      {is ? yes : no}
    </StatusMark>
  );
}

export const Title = styled.h2`
  ${type("report")}
  margin-block-end: ${({ theme }) => theme.space.s};
`;

export const Facts = styled.dl`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(${t.size.search}, 1fr));
    gap: ${t.space.m} ${t.space.xl};

    ${t.phone} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    dt {
      ${type("meta")}
      color: ${t.color.ink2};
    }

    dd {
      ${type("strong")}
      overflow-wrap: anywhere;
    }
  `}
`;
