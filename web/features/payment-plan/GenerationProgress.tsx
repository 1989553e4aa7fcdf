import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { ProgressStrip } from "../../ui/feedback/ProgressStrip.ts";
import { SpinnerRing } from "../../ui/feedback/Spinner.tsx";
import { formatInstallmentCount } from "../service-rate/serviceRateText.ts";

interface GenerationProgressProps {
  name: string;
  /** Unknown while the plan is read. */
  installmentCount: number | undefined;
}

/** Over the table while a schedule is made; the server makes it in one piece, so there is no share to show. */
export function GenerationProgress({ name, installmentCount }: GenerationProgressProps) {
  return (
    <Bar role="status">
      <SpinnerRing aria-hidden="true" />
      <strong>{t("Generating schedule")}</strong>
      <bdi>{name}</bdi>
      {installmentCount !== undefined && <span>{formatInstallmentCount(installmentCount)}</span>}
    </Bar>
  );
}

const Bar = styled(ProgressStrip)`
  ${({ theme }) => css`
    min-block-size: ${theme.size.footer}px;
    padding-block: ${theme.space.xs};
    border-block: 1px solid ${theme.color.border};
    color: ${theme.color.textMuted};

    strong {
      color: ${theme.color.text};
      font-weight: 600;
    }
  `}
`;
