import styled, { css } from "styled-components";
import { formatDay, societyToday } from "../../../shared/dates.ts";
import { isPayable } from "../../../shared/domain/installments.ts";
import { sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { say } from "../../lib/language.ts";
import { useWelcome } from "../../lib/welcome.ts";
import type { PlanFull } from "../../planFull.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { IconBrand } from "../../ui/IconBrand.tsx";
import { Money } from "../../ui/Money.tsx";
import { Quiet } from "../../ui/Quiet.ts";
import { PlanInstallments } from "./PlanInstallments.tsx";
import { PlanPdf } from "./PlanPdf.tsx";
import { PlanPlots } from "./PlanPlots.tsx";
import { PlanRates } from "./PlanRates.tsx";

/** The whole plan on one sheet, on the screen and on paper. */
export function PlanSheet({ plan }: { plan: PlanFull }) {
  const society = useWelcome();
  const { PaymentPlanName, PaymentPlanID, Description, CreatedAt } = plan.PaymentPlan;
  const payable = plan.Installments.filter(isPayable);
  const total = sumPaisa(payable.map(({ TotalAmount }) => toPaisa(TotalAmount)));
  const houses = plan.Plots.length;
  return (
    <Sheet>
      <title>{PaymentPlanName}</title>
      <Head>
        <IconBrand />
        <Words>
          {society && <Quiet as="div">{society.name}</Quiet>}
          <h1>{PaymentPlanName}</h1>
          <p>
            <Said
              text="Payment plan {number}, {period}, made on {day}"
              with={{
                number: PaymentPlanID,
                period: <bdi dir="ltr">{Description}</bdi>,
                day: <bdi dir="ltr">{formatDay(societyToday(new Date(CreatedAt)))}</bdi>,
              }}
            />
          </p>
        </Words>
        <PlanPdf plan={plan} />
        <Button icon="printer" onClick={() => window.print()}>
          {say("Print")}
        </Button>
      </Head>
      <Facts>
        <Fact>
          <dt>{say("Each house")}</dt>
          <Figure>
            <Money rupees={toRupees(total)} decimals={2} prefix />
          </Figure>
          <Quiet as="dd">
            {payable.length === 1 ? say("in 1 installment") : say("in {count} installments", { count: payable.length })}
          </Quiet>
        </Fact>
        <Fact>
          <dt>{say("Houses")}</dt>
          <Figure>{houses}</Figure>
          <Quiet as="dd">{say("of the same type, category and floor")}</Quiet>
        </Fact>
        <Fact>
          <dt>{say("All together")}</dt>
          <Figure>
            <Money rupees={(total * houses) / 100} decimals={2} prefix />
          </Figure>
          <Quiet as="dd">{say("without penalties")}</Quiet>
        </Fact>
      </Facts>
      <Parts>
        <PlanInstallments installments={plan.Installments} />
        <Side>
          <PlanRates rates={plan.ServiceRates} />
          <PlanPlots plots={plan.Plots} category={plan.ServiceRates[0]?.CategoryName} />
        </Side>
      </Parts>
    </Sheet>
  );
}

const Sheet = styled.main`
  ${({ theme: t }) => css`
    max-inline-size: calc(${t.size.dialog.l} + ${t.size.card}px);
    margin-inline: auto;
    padding-block-end: ${t.space.xl};
  `}
`;

const Head = styled.header`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.m};
    padding: ${t.space.l} ${t.size.gutter};

    @media print {
      padding-inline: 0;
    }
  `}
`;

const Words = styled.div`
  ${({ theme: t }) => css`
    flex: 1;
    min-inline-size: min(${t.size.search}, 100%);

    h1 {
      ${type("page")}
    }

    p {
      color: ${t.color.ink2};
    }
  `}
`;

const Facts = styled.dl`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    border-block: 1px solid ${t.color.line};

    > * + * {
      border-inline-start: 1px solid ${t.color.line};
    }

    ${t.phone} {
      grid-template-columns: minmax(0, 1fr);

      > * + * {
        border-block-start: 1px solid ${t.color.line};
        border-inline-start: 0;
      }
    }

    /* A sheet of paper is as narrow as a phone, yet no phone. */
    @media print {
      grid-template-columns: repeat(3, minmax(0, 1fr));

      > * + * {
        border-block-start: 0;
        border-inline-start: 1px solid ${t.color.line};
      }
    }
  `}
`;

const Fact = styled.div`
  ${({ theme: t }) => css`
    padding: ${t.space.m} ${t.size.gutter};

    dt {
      ${type("meta")}
      color: ${t.color.ink2};
    }

    @media print {
      &:first-child {
        padding-inline-start: 0;
      }
    }
  `}
`;

const Figure = styled.dd`
  ${type("figure")}

  @media print {
    ${type("report")}
  }
`;

const Parts = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    ${t.narrow} {
      grid-template-columns: minmax(0, 1fr);
    }

    @media print {
      display: block;
    }
  `}
`;

const Side = styled.div`
  ${({ theme: t }) => css`
    border-inline-start: 1px solid ${t.color.line};

    ${t.narrow} {
      border-inline-start: 0;
    }

    @media print {
      border-inline-start: 0;
    }
  `}
`;
