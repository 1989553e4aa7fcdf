import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { type Day, monthIndex, monthOf } from "../../../shared/dates.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { users } from "../../../shared/resources/users.ts";
import { say } from "../../lib/language.ts";
import { useMayList } from "../../lib/useMayList.ts";
import { useResource } from "../../lib/useResource.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { Button } from "../../ui/Button.tsx";
import { offPaper } from "../../ui/GlobalStyle.tsx";
import { Money } from "../../ui/Money.tsx";
import { HouseChangeLine } from "./HouseChangeLine.tsx";
import type { HouseChange } from "./houseChanges.ts";

interface HouseSideProps {
  house: PlotRecord;
  today: Day;
  changes: readonly HouseChange[];
  /** For those who may change the owner. */
  onEdit: (() => void) | undefined;
}

const changesShown = 3;

/** Whose house it is, how they are reached, what it is charged, and what was changed last. */
export function HouseSide({ house, today, changes, onEdit }: HouseSideProps) {
  const rate = useRate(house, today);
  const linked = useLinked(house.PlotID);
  return (
    <Side aria-label={say("About the house")}>
      <section>
        <Head>
          <h2>{say("Owner")}</h2>
          {onEdit && (
            <Button variant="ghost" icon="pencil" onClick={onEdit}>
              {say("Edit")}
            </Button>
          )}
        </Head>
        <Facts>
          <Fact name={say("Name")}>
            <bdi>{house.OwnerName}</bdi>
          </Fact>
          <Fact name={say("Mobile")}>{house.MobileNo && <Call number={house.MobileNo} />}</Fact>
          <Fact name={say("Landline")}>{house.LandlineNo && <Call number={house.LandlineNo} />}</Fact>
          <Fact name={say("E-mail")}>{house.EmailID && <bdi dir="ltr">{house.EmailID}</bdi>}</Fact>
          <Fact name={say("Plot only")}>{house.IsPlotOnly ? say("Yes") : say("No")}</Fact>
          {rate && (
            <Fact name={say("Rate")}>
              {rate.amount === undefined ? (
                say("None this month")
              ) : (
                <Said text="{amount} a month" with={{ amount: <Money rupees={rate.amount} decimals={2} prefix /> }} />
              )}
            </Fact>
          )}
          {linked && <Fact name={say("Portal users")}>{linked.length > 0 && <bdi>{linked.join(say(", "))}</bdi>}</Fact>}
        </Facts>
      </section>
      {changes.length > 0 && (
        <section>
          <Head>
            <h2>{say("Latest changes")}</h2>
          </Head>
          <Changes>
            {changes.slice(0, changesShown).map((change) => (
              <li key={change.key}>
                <HouseChangeLine change={change} />
              </li>
            ))}
          </Changes>
        </section>
      )}
    </Side>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children || "—"}</dd>
    </>
  );
}

function Call({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, "")}`}>
      <bdi dir="ltr">{number}</bdi>
    </a>
  );
}

/** What the house is charged this month; undefined for those who may not see the rates or until they are read. */
function useRate({ TypeID, CategoryID, FloorID }: PlotRecord, today: Day): { amount: number | undefined } | undefined {
  const seen = useMayList(serviceRate);
  const { rows, status } = useResource(serviceRate, seen ? undefined : null);
  if (!seen || status !== "ready") return undefined;
  const now = monthIndex(monthOf(today));
  const rate = rows.find(
    (row) =>
      Boolean(row.IsActive) &&
      row.PlotTypeID === TypeID &&
      row.PlotCategoryID === CategoryID &&
      row.FloorID === FloorID &&
      monthIndex({ year: row.StartYear, month: row.StartMonth }) <= now &&
      monthIndex({ year: row.EndYear, month: row.EndMonth }) >= now,
  );
  return { amount: rate?.FloorRate };
}

/** Usernames of those to whom the house is linked; undefined for those who may not see users. */
function useLinked(PlotID: number): string[] | undefined {
  const seen = useMayList(users);
  const { rows, status } = useResource(users, seen ? undefined : null);
  if (!seen || status !== "ready") return undefined;
  return rows.filter(({ PlotIDs }) => PlotIDs.includes(PlotID)).map(({ Username }) => Username);
}

const Side = styled.aside`
  ${({ theme: t }) => css`
    flex: none;
    inline-size: ${t.size.card}px;
    padding-block: ${t.space.m} ${t.space.xl};
    padding-inline: ${t.size.fieldGap} ${t.size.gutter};
    overflow: auto;
    border-inline-start: 1px solid ${t.color.line};

    section + section {
      margin-block-start: ${t.space.l};
    }

    ${t.narrow} {
      inline-size: auto;
      border-block-start: 1px solid ${t.color.line};
      border-inline-start: 0;
      padding-inline: ${t.size.gutter};
    }
    ${offPaper}
  `}
`;

const Head = styled.div`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: ${t.size.button}px;
    margin-block-end: ${t.space.xs};
  `}

  h2 {
    ${type("strong")}
  }
`;

const Facts = styled.dl`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${t.space.s} ${t.space.l};

    dt {
      color: ${t.color.ink2};
    }

    dd {
      overflow-wrap: anywhere;
    }

    a {
      color: inherit;
      text-decoration: none;
    }

    a:hover {
      text-decoration: underline;
    }
  `}
`;

const Changes = styled.ol`
  ${({ theme: t }) => css`
    > li {
      padding-block: ${t.space.s};
      border-block-start: 1px solid ${t.color.line};
    }
  `}
`;
