import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { formatDay } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { HousePlate } from "../../HousePlate.tsx";
import { houseAddress } from "../../houseAddress.ts";
import { say } from "../../lib/language.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { Said } from "../../Said.tsx";
import { saveReceipt } from "../../saveReceipt.ts";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { Money } from "../../ui/Money.tsx";
import { Quiet } from "../../ui/Quiet.ts";
import { useExporting } from "../../useExporting.ts";
import { Behind } from "./Behind.tsx";
import type { Account } from "./houseAccount.ts";
import type { Receipt } from "./useHouseBooks.ts";

interface MyHouseProps {
  house: PlotRecord;
  /** For those who may see the schedule. */
  account: Account | undefined;
  /** The latest receipt. */
  last: Receipt | undefined;
}

/** One's own house at a glance. */
export function MyHouse({ house, account, last }: MyHouseProps) {
  const { HouseNo, CategoryName, TypeName, Floor } = house;
  const { busy, run } = useExporting();
  const next = account?.next;
  return (
    <Card>
      <Head>
        <HousePlate house={HouseNo} category={CategoryName} />
        <Quiet>{say("{type}, {floor}", { type: TypeName, floor: Floor })}</Quiet>
        <Way to={houseAddress(HouseNo)} aria-label={say("Statement of {house}", { house: HouseNo })}>
          {say("Statement")}
        </Way>
      </Head>
      {account && (
        <>
          <Figure>
            <Money rupees={toRupees(account.dueNow)} decimals={2} prefix />
          </Figure>
          <Behind account={account} />
          {account.credit > 0 && (
            <Quiet>
              <Said
                text="Credit of {amount} for later installments"
                with={{ amount: <Money rupees={toRupees(account.credit)} decimals={2} prefix strong /> }}
              />
            </Quiet>
          )}
        </>
      )}
      <Facts>
        {next && (
          <li>
            <span>
              <Said
                text="Next: {amount} on {day}"
                with={{
                  amount: <Money rupees={toRupees(next.open)} decimals={2} prefix />,
                  day: <bdi dir="ltr">{formatDay(next.row.DueDate)}</bdi>,
                }}
              />
            </span>
          </li>
        )}
        {last ? (
          <li>
            <span>
              <Said
                text="Last receipt: {amount} on {day}"
                with={{
                  amount: <Money rupees={last.AmountPaid} decimals={2} prefix />,
                  day: <bdi dir="ltr">{formatDay(last.PaymentDate)}</bdi>,
                }}
              />
            </span>
            <Button
              variant="ghost"
              icon="download"
              busy={busy !== undefined}
              aria-label={say("Receipt {receipt} as PDF", { receipt: receiptName(last) })}
              onClick={() => void run("pdf", () => saveReceipt(last))}
            >
              {say("PDF")}
            </Button>
          </li>
        ) : (
          <li>{say("No receipts yet")}</li>
        )}
        <li>
          <Way
            to={`${houseAddress(HouseNo)}?tab=receipts`}
            aria-label={say("All receipts of {house}", { house: HouseNo })}
          >
            {say("All receipts")}
          </Way>
        </li>
      </Facts>
    </Card>
  );
}

const Card = styled.li`
  ${({ theme: t }) => css`
    padding: ${t.space.m} ${t.size.gutter};
  `}
`;

const Head = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    gap: ${t.space.m};
    align-items: center;
    margin-block-end: ${t.space.s};

    > :last-child {
      margin-inline-start: auto;
    }
  `}
`;

const Way = styled(Link)`
  ${type("medium")}

  ${({ theme: t }) => css`
    ${t.phone} {
      padding-block: ${t.space.m};
    }
  `}
`;

const Figure = styled.p`
  ${type("figure")}
`;

const Facts = styled.ul`
  ${({ theme: t }) => css`
    margin-block-start: ${t.space.s};
    color: ${t.color.ink2};

    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      min-block-size: ${t.size.button}px;
    }
  `}
`;
