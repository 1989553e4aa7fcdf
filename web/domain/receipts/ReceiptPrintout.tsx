import { useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import styled, { createGlobalStyle, css } from "styled-components";
import { englishLocale } from "../../../shared/documents/locale.ts";
import { receiptDetails, receiptNotice, receiptTable } from "../../../shared/documents/payment-receipt.ts";
import { societyName } from "../../../shared/domain/society-name.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { ReceiptPaper } from "../../hooks/preferences.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { t } from "../../i18n/t.ts";
import { typography } from "../../ui/theme/theme.ts";
import type { PrintJob } from "./ReceiptPrinter.tsx";

/** A printer with a roll of 80 mm prints 72 mm of its width; A5 has margins of 12 mm. */
const printedWidthMm = { "80mm": 72, A5: 124 } as const satisfies Record<ReceiptPaper, number>;
const rollMarginMm = 4;
const minRollLengthMm = 90;
const mmPerPixel = 25.4 / 96;

/** Renders the receipt of a print job for print only, and opens the browser's print dialog when it is mounted. */
export function ReceiptPrintout({ job, onPrinted }: { job: PrintJob; onPrinted: () => void }) {
  const { document: content, society, paper, locale = englishLocale } = job;
  const { t: translate, isRightToLeft, amountInWords } = locale;
  const sheet = useRef<HTMLElement>(null);
  const [height, setHeight] = useState<number>();
  const table = receiptTable(content, translate);
  const notice = receiptNotice(content, translate);
  const handlePrinted = useEvent(onPrinted);

  useLayoutEffect(() => {
    // The page of a roll is as long as the receipt, so the height is measured before printing.
    if (height === undefined) return setHeight(sheet.current?.offsetHeight ?? 0);
    window.addEventListener("afterprint", handlePrinted);
    window.print();
    return () => window.removeEventListener("afterprint", handlePrinted);
  }, [height, handlePrinted]);

  // Not wider than high, because printers would turn such a page.
  const pageHeight = Math.max(minRollLengthMm, Math.ceil((height ?? 0) * mmPerPixel) + 2 * rollMarginMm + 1);
  return createPortal(
    <>
      <PrintStyle $pageSize={paper === "A5" ? "A5 portrait" : `80mm ${pageHeight}mm`} $isRoll={paper === "80mm"} />
      <Sheet ref={sheet} data-printout aria-hidden="true" $width={printedWidthMm[paper]}>
        <Head $centered={paper === "80mm"}>
          {society.Logo && <img src={society.Logo} alt="" />}
          <div>
            <h1>{societyName(society, isRightToLeft)}</h1>
            {/* Without <bdi>, hyphenated numbers after Urdu letters would be reversed. */}
            <p>
              <bdi>{society.Address}</bdi>
              {society.Address && society.Phone && " · "}
              <bdi dir="ltr">{society.Phone}</bdi>
            </p>
            {society.NTN && (
              <p>
                {translate("NTN")} <bdi dir="ltr">{society.NTN}</bdi>
              </p>
            )}
          </div>
        </Head>
        <Title>
          <h2>{t("Receipt")}</h2>
          <bdi dir="ltr">{receiptName(content.receipt)}</bdi>
        </Title>
        {notice && <p>{notice}</p>}
        <Details>
          {receiptDetails(content, translate).map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </Details>
        <table>
          <thead>
            <tr>
              {table.columns.map(({ title, isNumeric }) => (
                <th key={title} data-numeric={isNumeric}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ cells, isTotal }) => (
              <tr key={cells.join()} data-total={isTotal}>
                {cells.map((cell, index) => (
                  <td key={table.columns[index]?.title} data-numeric={table.columns[index]?.isNumeric}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p>{amountInWords(content.receipt.AmountPaid)}</p>
        {society.ReceiptFooter && <p dir="auto">{society.ReceiptFooter}</p>}
      </Sheet>
    </>,
    document.body,
  );
}

/** Prints only the receipt, on a page of its size. */
const PrintStyle = createGlobalStyle<{ $pageSize: string; $isRoll: boolean }>`
  @page {
    size: ${({ $pageSize }) => $pageSize};
    margin: ${({ $isRoll }) => ($isRoll ? `${rollMarginMm}mm` : "12mm")};
  }

  @media print {
    body > :not([data-printout]) {
      display: none;
    }
  }
`;

const Sheet = styled.article<{ $width: number }>`
  ${typography("text")}
  ${({ theme, $width }) => css`
    display: grid;
    gap: ${theme.space.s};
    inline-size: ${$width}mm;
    line-height: 1.3;

    table {
      inline-size: 100%;
      border-collapse: collapse;
    }

    th {
      ${typography("metaStrong")}
      border-block-end: 1px solid ${theme.color.text};
      text-align: start;
    }

    td {
      padding-block: ${theme.space.xxs};
      vertical-align: top;
    }

    [data-numeric="true"] {
      text-align: end;
      white-space: nowrap;
    }

    [data-total="true"] td {
      border-block: 1px solid ${theme.color.text};
      font-weight: 600;
    }

    @media screen {
      position: fixed;
      inset-block-start: 0;
      inset-inline-start: 0;
      visibility: hidden;
    }
  `}
`;

const Head = styled.header<{ $centered: boolean }>`
  ${({ theme, $centered }) => css`
    display: flex;
    flex-direction: ${$centered ? "column" : "row"};
    gap: ${theme.space.s};
    align-items: center;
    text-align: ${$centered ? "center" : "start"};

    h1 {
      ${typography("sectionTitle")}
    }

    img {
      max-block-size: ${theme.size.houseBadgeLarge}px;
    }

    p {
      ${typography("meta")}
    }
  `}
`;

const Title = styled.div`
  ${typography("sectionTitle")}
  ${({ theme }) => css`
    display: flex;
    justify-content: space-between;
    padding-block: ${theme.space.xs};
    border-block: 1px solid ${theme.color.text};

    h2 {
      ${typography("sectionTitle")}
    }
  `}
`;

const Details = styled.dl`
  > div {
    display: flex;
    justify-content: space-between;
    gap: ${({ theme }) => theme.space.m};
  }

  dd {
    text-align: end;
    font-weight: 600;
  }
`;
