import styled, { css } from "styled-components";
import type { ActivityRecord } from "../../../shared/endpoints/activity.ts";
import { activityTexts } from "../../activityTexts.ts";
import { DoingLine, doer } from "../../DoingLine.tsx";
import { HousePlate } from "../../HousePlate.tsx";
import { sayName } from "../../lib/language.ts";
import { formatMoment } from "../../moment.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { countText, Money } from "../../ui/Money.tsx";

/** What somebody did, to which house, and when. */
export function ActivityLine({ line }: { line: ActivityRecord }) {
  const { Kind, By, At, Count, HouseNo, CategoryName, Title, Amount } = line;
  const name = sayName(By);
  const [one, many] = activityTexts[Kind];
  const isNamed = Kind.startsWith("expense") || Kind.startsWith("plan") || Kind.startsWith("charge");
  return (
    <DoingLine kind={Kind} name={name}>
      <p>
        <Said
          text={Count === 1 || (Kind === "plan revoked" && Count === 0) ? one : many}
          with={{
            name: doer(name),
            number: Title,
            receipt: <bdi dir="ltr">{`R-${Title}`}</bdi>,
            count: <bdi dir="ltr">{countText(Count)}</bdi>,
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
    </DoingLine>
  );
}

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
