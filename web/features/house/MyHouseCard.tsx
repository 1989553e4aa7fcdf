import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import { houseUrl } from "../../domain/houseUrl.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { saveReceiptPdf } from "../../domain/receipts/saveReceiptPdf.ts";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useExport } from "../../resource/export/useExport.ts";
import { Button } from "../../ui/button/Button.tsx";
import { MetaText } from "../../ui/text/MetaText.ts";
import { Money } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import type { HouseAccount } from "./houseAccount.ts";
import { OverdueSummary } from "./OverdueSummary.tsx";
import type { Receipt } from "./useHouseRecords.ts";

interface MyHouseCardProps {
  house: PlotRecord;
  /** For those who may see the schedule. */
  account: HouseAccount | undefined;
  /** The latest receipt. */
  lastReceipt: Receipt | undefined;
}

/** One's own house at a glance. */
export function MyHouseCard({ house, account, lastReceipt }: MyHouseCardProps) {
  const { HouseNo, CategoryName, TypeName, Floor } = house;
  const { busy, run } = useExport();
  const next = account?.nextEntry;
  return (
    <Card>
      <CardHead>
        <HouseLink house={HouseNo} category={CategoryName} />
        <MetaText>{t("{type}, {floor}", { type: TypeName, floor: Floor })}</MetaText>
        <CardLink to={houseUrl(HouseNo)} aria-label={t("Statement of {house}", { house: HouseNo })}>
          {t("Statement")}
        </CardLink>
      </CardHead>
      {account && (
        <>
          <Figure>
            <Money rupees={toRupees(account.dueNow)} decimals={2} showCurrency />
          </Figure>
          <OverdueSummary account={account} />
          {account.credit > 0 && (
            <MetaText>
              <Trans
                text="Credit of {amount} for later installments"
                with={{ amount: <Money rupees={toRupees(account.credit)} decimals={2} showCurrency strong /> }}
              />
            </MetaText>
          )}
        </>
      )}
      <FactList>
        {next && (
          <li>
            <span>
              <Trans
                text="Next: {amount} on {day}"
                with={{
                  amount: <Money rupees={toRupees(next.outstanding)} decimals={2} showCurrency />,
                  day: <bdi dir="ltr">{formatDay(next.row.DueDate)}</bdi>,
                }}
              />
            </span>
          </li>
        )}
        {lastReceipt ? (
          <li>
            <span>
              <Trans
                text="Last receipt: {amount} on {day}"
                with={{
                  amount: <Money rupees={lastReceipt.AmountPaid} decimals={2} showCurrency />,
                  day: <bdi dir="ltr">{formatDay(lastReceipt.PaymentDate)}</bdi>,
                }}
              />
            </span>
            <Button
              variant="ghost"
              icon="download"
              busy={busy !== undefined}
              aria-label={t("Receipt {receipt} as PDF", { receipt: receiptName(lastReceipt) })}
              onClick={() => void run("pdf", () => saveReceiptPdf(lastReceipt))}
            >
              {t("PDF")}
            </Button>
          </li>
        ) : (
          <li>{t("No receipts yet")}</li>
        )}
        <li>
          <CardLink
            to={`${houseUrl(HouseNo)}?tab=receipts`}
            aria-label={t("All receipts of {house}", { house: HouseNo })}
          >
            {t("All receipts")}
          </CardLink>
        </li>
      </FactList>
    </Card>
  );
}

const Card = styled.li`
  ${({ theme }) => css`
    padding: ${theme.space.m} ${theme.size.gutter};
  `}
`;

const CardHead = styled.div`
  ${({ theme }) => css`
    display: flex;
    gap: ${theme.space.m};
    align-items: center;
    margin-block-end: ${theme.space.s};

    > :last-child {
      margin-inline-start: auto;
    }
  `}
`;

const CardLink = styled(Link)`
  ${typography("medium")}

  ${({ theme }) => css`
    ${theme.mobile} {
      padding-block: ${theme.space.m};
    }
  `}
`;

const Figure = styled.p`
  ${typography("figure")}
`;

const FactList = styled.ul`
  ${({ theme }) => css`
    margin-block-start: ${theme.space.s};
    color: ${theme.color.textMuted};

    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      min-block-size: ${theme.size.button}px;
    }
  `}
`;
