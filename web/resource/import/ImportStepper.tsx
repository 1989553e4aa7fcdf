import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { typography } from "../../ui/theme/theme.ts";
import type { ImportStep } from "./useImport.ts";

const stepOrder: readonly ImportStep[] = ["file", "columns", "check", "running", "done"];

/** Where one is on the way; what lies behind is ticked. */
export function ImportStepper({ step }: { step: ImportStep }) {
  const here = stepOrder.indexOf(step);
  const names = [t("File"), t("Columns"), t("Check"), t("Import")];
  return (
    <StepList aria-label={t("Steps")}>
      {names.map((name, index) => (
        <Step key={name} aria-current={index === here ? "step" : undefined} $past={index < here}>
          {index < here ? <Icon name="check" /> : <span aria-hidden="true">{index + 1}</span>}
          {name}
        </Step>
      ))}
    </StepList>
  );
}

const StepList = styled.ol`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s} ${theme.space.xl};
    margin-block-end: ${theme.space.l};

    ${theme.mobile} {
      gap: ${theme.space.xs} ${theme.space.m};
    }
  `}
`;

const Step = styled.li<{ $past: boolean }>`
  ${typography("meta")}
  ${({ theme, $past }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.badge};
    color: ${$past ? theme.color.accent : theme.color.textSubtle};

    &[aria-current] {
      color: ${theme.color.text};
      font-weight: 600;
    }
  `}
`;
