import styled, { css } from "styled-components";
import type { MailSample } from "../../shared/endpoints/mails.ts";
import { t } from "../i18n/t.ts";
import { typography } from "../ui/theme/theme.ts";

/** The first of the emails that a dialog is about to send; collapsed until the user opens it. */
export function MailSamplePreview({ sample: { to, subject, text } }: { sample: MailSample }) {
  return (
    <details>
      <summary>{t("Preview of the first email")}</summary>
      <Mail>
        <bdi dir="ltr">{to}</bdi>
        <strong dir="auto">{subject}</strong>
        <pre dir="auto">{text}</pre>
      </Mail>
    </details>
  );
}

const Mail = styled.div`
  ${({ theme }) => css`
    ${typography("meta")}
    display: grid;
    gap: ${theme.space.s};
    max-block-size: 40vh;
    margin-block-start: ${theme.space.s};
    padding: ${theme.space.m};
    overflow: auto;
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.button};

    pre {
      font: inherit;
      white-space: pre-wrap;
    }
  `}
`;
