import styled, { css } from "styled-components";
import { activityTexts } from "../../activityTexts.ts";
import { say, sayName } from "../../lib/language.ts";
import { formatMoment } from "../../moment.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { HouseChange } from "./houseChanges.ts";

/** Who changed what and when; `full` tells every field. */
export function HouseChangeLine({ change, full = false }: { change: HouseChange; full?: boolean }) {
  const { kind, by, at, number, count, fields } = change;
  const name = sayName(by);
  const shown = full ? fields : kind === "house changed" ? fields.slice(0, 1) : [];
  return (
    <Line>
      {kind === "penalty applied" ? <Icon name="clock-alert" /> : <Avatar name={name} />}
      <div>
        <p>
          <Said
            text={textOf(kind)}
            with={{
              name: (
                <strong>
                  <bdi>{name}</bdi>
                </strong>
              ),
              number,
              receipt: <bdi dir="ltr">{`R-${number}`}</bdi>,
              count,
              fields: fields.map(({ label }) => label).join(say(", ")),
            }}
          />
        </p>
        {shown.length > 0 && (
          <Fields>
            {shown.map(({ label, before, after }) => (
              <li key={label}>
                {full && <span>{label}</span>}
                {before && (
                  <del>
                    <bdi>{before}</bdi>
                  </del>
                )}
                <bdi>{after || "—"}</bdi>
              </li>
            ))}
          </Fields>
        )}
        <Meta>
          <bdi dir="ltr">{formatMoment(new Date(at))}</bdi>
        </Meta>
      </div>
    </Line>
  );
}

/** Of a house's own data the fields say what was changed. */
function textOf(kind: HouseChange["kind"]) {
  return kind === "house changed" ? "{name} changed {fields}" : activityTexts[kind][0];
}

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

const Fields = styled.ul`
  ${type("meta")}
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${t.space.l};
    color: ${t.color.ink2};

    li {
      display: flex;
      flex-wrap: wrap;
      gap: 0 ${t.space.s};
    }

    li > span {
      color: ${t.color.ink3};
    }
  `}
`;

const Meta = styled.p`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink3};
`;
