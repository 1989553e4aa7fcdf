import styled, { css } from "styled-components";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { activityTexts } from "../../activityTexts.ts";
import { HousePlate } from "../../HousePlate.tsx";
import { sayName } from "../../lib/language.ts";
import { formatMoment } from "../../moment.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Money } from "../../ui/Money.tsx";

/** What somebody did, to which house, and when. */
export function ActivityLine({ line }: { line: ActivityRecord }) {
  const { Kind, By, At, Count, HouseNo, CategoryName, Title, Amount } = line;
  const name = sayName(By);
  const [one, many] = activityTexts[Kind];
  const isNamed = Kind.startsWith("expense") || Kind.startsWith("plan") || Kind.startsWith("charge");
  return (
    <Line>
      {Kind === "penalty applied" ? <Icon name="clock-alert" /> : <Avatar name={name} />}
      <div>
        <p>
          <Said
            text={Count === 1 || (Kind === "plan revoked" && Count === 0) ? one : many}
            with={{
              name: (
                <strong>
                  <bdi>{name}</bdi>
                </strong>
              ),
              number: Title,
              receipt: <bdi dir="ltr">{`R-${Title}`}</bdi>,
              count: <bdi dir="ltr">{figures.format(Count)}</bdi>,
            }}
          />
        </p>
        <About>
          {HouseNo !== null && <HousePlate house={HouseNo} category={CategoryName ?? undefined} />}
          {isNamed && Title !== "" && <bdi>{Title}</bdi>}
          {Amount !== null && <Money rupees={Amount} decimals={2} prefix />}
          <time dateTime={At} dir="ltr">
            {formatMoment(new Date(At))}
          </time>
        </About>
      </div>
    </Line>
  );
}

const figures = new Intl.NumberFormat("en-PK");

const Line = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: ${t.size.avatar}px minmax(0, 1fr);
    gap: ${t.space.s};
    align-items: start;
    overflow-wrap: anywhere;

    > :first-child {
      color: ${t.color.ink3};
    }

    > span[title] {
      color: ${t.color.onAccent};
    }

    strong {
      font-weight: 600;
    }
  `}
`;

const About = styled.div`
  ${type("meta")}
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.xs} ${t.space.s};
    align-items: center;
    padding-block-start: ${t.space.xxs};

    time {
      margin-inline-start: auto;
      color: ${t.color.ink3};
    }
  `}
`;
