import styled, { css } from "styled-components";
import { activityTexts } from "../../activityTexts.ts";
import { DoingLine, doer } from "../../DoingLine.tsx";
import { say, sayName } from "../../lib/language.ts";
import { formatMoment } from "../../moment.ts";
import { Said } from "../../Said.tsx";
import { type } from "../../theme.ts";
import type { HouseChange } from "./houseChanges.ts";

/** Who changed what and when; `full` tells every field. */
export function HouseChangeLine({ change, full = false }: { change: HouseChange; full?: boolean }) {
  const { kind, by, at, number, count, fields } = change;
  const name = sayName(by);
  const shown = full ? fields : kind === "house changed" ? fields.slice(0, 1) : [];
  return (
    <DoingLine kind={kind} name={name}>
      <p>
        <Said
          text={textOf(kind)}
          with={{
            name: doer(name),
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
    </DoingLine>
  );
}

/** Of a house's own data the fields say what was changed. */
function textOf(kind: HouseChange["kind"]) {
  return kind === "house changed" ? "{name} changed {fields}" : activityTexts[kind][0];
}

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
