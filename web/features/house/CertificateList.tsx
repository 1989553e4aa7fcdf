import { useState } from "react";
import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { certificate, certificateName } from "../../../shared/resources/certificate.ts";
import { useCanList } from "../../api/session.ts";
import {
  type CertificateRecord,
  certificateStateText,
  certificateStyles,
  describeCertificateEnd,
  saveCertificatePdf,
} from "../../domain/certificates/certificates.ts";
import { IssueCertificateDialog } from "../../domain/certificates/IssueCertificateDialog.tsx";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { SectionHead } from "./SectionHead.tsx";

/** The page of the certificates lists all. */
const maxListed = 3;

/**
 * The latest certificates of the house, and a button that issues one. Shows nothing without the right to see them, or
 * if there are none and the user cannot issue one.
 */
export function CertificateList({ house: { PlotID }, isOwnHouse }: { house: PlotRecord; isOwnHouse: boolean }) {
  const canSee = useCanList(certificate);
  const { rows, can } = useResource(certificate, canSee ? { plot: PlotID } : null);
  const [isIssuing, setIsIssuing] = useState(false);
  const canIssue = can.create && !isOwnHouse;
  if (!canSee || (rows.length === 0 && !canIssue)) return null;
  return (
    <section>
      <SectionHead>
        <h2>{t("Certificates")}</h2>
        {canIssue && (
          <Button variant="ghost" icon="badge-check" onClick={() => setIsIssuing(true)}>
            {t("Issue Certificate")}
          </Button>
        )}
      </SectionHead>
      <List aria-label={t("Certificates")}>
        {rows
          .toSorted((a, b) => b.CertificateNo - a.CertificateNo)
          .slice(0, maxListed)
          .map((row) => (
            <CertificateItem key={row.CertificateID} row={row} />
          ))}
      </List>
      {isIssuing && <IssueCertificateDialog PlotID={PlotID} onClose={() => setIsIssuing(false)} />}
    </section>
  );
}

function CertificateItem({ row }: { row: CertificateRecord }) {
  const name = certificateName(row);
  return (
    <li>
      <span>
        <bdi dir="ltr">{name}</bdi>{" "}
        <StatusLabel {...certificateStyles[row.State]}>{certificateStateText(row)}</StatusLabel>
      </span>
      <ExportButton
        variant="ghost"
        icon="download"
        aria-label={t("PDF of {name}", { name })}
        exportFile={() => saveCertificatePdf(row)}
      >
        {t("PDF")}
      </ExportButton>
      <MetaText>{describeCertificateEnd(row) || t("valid until {day}", { day: formatDay(row.ValidUntil) })}</MetaText>
    </li>
  );
}

const List = styled.ol`
  ${({ theme }) => css`
    > li {
      display: grid;
      grid-template-columns: 1fr auto;
      align-items: center;
      padding-block: ${theme.space.xs};
      border-block-start: 1px solid ${theme.color.border};
    }
  `}
`;
