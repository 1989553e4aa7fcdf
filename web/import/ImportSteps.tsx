import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { Icon } from "../ui/Icon.tsx";
import type { ImportStep } from "./useImport.ts";

const order: readonly ImportStep[] = ["file", "columns", "check", "running", "done"];

/** Where one is on the way; what lies behind is ticked. */
export function ImportSteps({ step }: { step: ImportStep }) {
  const here = order.indexOf(step);
  const names = [say("File"), say("Columns"), say("Check"), say("Import")];
  return (
    <Line aria-label={say("Steps")}>
      {names.map((name, index) => (
        <Step key={name} aria-current={index === here ? "step" : undefined} $past={index < here}>
          {index < here ? <Icon name="check" /> : <span aria-hidden="true">{index + 1}</span>}
          {name}
        </Step>
      ))}
    </Line>
  );
}

const Line = styled.ol`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.s} ${t.space.xl};
    margin-block-end: ${t.space.l};

    ${t.phone} {
      gap: ${t.space.xs} ${t.space.m};
    }
  `}
`;

const Step = styled.li<{ $past: boolean }>`
  ${type("meta")}
  ${({ theme: t, $past }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.plate};
    color: ${$past ? t.color.accent : t.color.ink3};

    &[aria-current] {
      color: ${t.color.ink};
      font-weight: 600;
    }
  `}
`;
