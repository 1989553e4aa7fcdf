import styled, { css } from "styled-components";
import { say, sayName } from "../../lib/language.ts";
import type { Welcome } from "../../lib/welcome.ts";
import { categoryColor, type } from "../../theme.ts";
import { IconBrand } from "../../ui/IconBrand.tsx";

const rows = [
  { category: "A", first: 12 },
  { category: "B", first: 201 },
  { category: "C", first: 55 },
  { category: "R", first: 7 },
] as const;
const columns = [0, 1, 2, 3, 4] as const;
const lit = "C-57";

/** The wall of gate plates beside the sign-in form; ornament, so not read aloud. */
export function LoginWall({ society }: { society: Welcome | undefined }) {
  return (
    <Wall>
      <Brand>
        <IconBrand />
        <span>
          <strong>{society?.name}</strong>
          <small>{society && sayName(society.kind)}</small>
        </span>
      </Brand>
      <Plates dir="ltr" aria-hidden="true">
        {rows.flatMap(({ category, first }) =>
          columns
            .map((step) => `${category}-${first + step}`)
            .map((house) => (
              <Gate key={house} $category={category} $lit={house === lit}>
                {house}
              </Gate>
            )),
        )}
      </Plates>
      <div>
        <Motto>
          {say("Every house,")}
          <br />
          {say("every month, accounted for.")}
        </Motto>
        <Words>
          {say("Charges, receipts and the monthly report, in one book that everyone sees at the same moment.")}
        </Words>
      </div>
    </Wall>
  );
}

const Wall = styled.aside`
  ${({ theme: t }) => css`
    display: none;
    flex-direction: column;
    justify-content: space-between;
    padding: ${t.space.xxl};
    background: ${t.color.canvas};

    @media (min-width: 1024px) {
      display: flex;
    }
  `}
`;

const Brand = styled.div`
  ${({ theme: t }) => css`
    ${type("strong")}
    display: flex;
    align-items: center;
    gap: ${t.space.m};

    small {
      ${type("meta")}
      display: block;
      color: ${t.color.ink2};
    }
  `}
`;

const Plates = styled.div`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: ${t.space.m};
  `}
`;

const Gate = styled.span<{ $category: string; $lit: boolean }>`
  ${({ theme: t, $category, $lit }) => css`
    ${type("page")}
    padding: ${t.space.l} ${t.space.s};
    color: ${$lit ? t.color.onAccent : t.color.ink};
    text-align: center;
    background: ${$lit ? t.color.accent : t.color.surface};
    border: 1px solid ${$lit ? t.color.accent : t.color.line2};
    border-inline-start: ${t.space.s} solid ${$lit ? t.color.accent : categoryColor(t, $category)};
    border-radius: ${t.radius.plate};
  `}
`;

const Motto = styled.p`
  ${type("motto")}
`;

const Words = styled.p`
  ${type("text")}
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.ink2};
`;
