import styled, { css } from "styled-components";
import type { SocietyInfo } from "../../api/societyInfo.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Logo } from "../../ui/icon/Logo.tsx";
import { categoryColor, typography } from "../../ui/theme/theme.ts";

const tileRows = [
  { category: "A", first: 12 },
  { category: "B", first: 201 },
  { category: "C", first: 55 },
  { category: "R", first: 7 },
] as const;
const tileColumns = [0, 1, 2, 3, 4] as const;
const highlightedHouse = "C-57";

/** The wall of gate plates beside the sign-in form; ornament, so not read aloud. */
export function AuthBanner({ society }: { society: SocietyInfo | undefined }) {
  return (
    <Banner>
      <Brand>
        <Logo />
        <span>
          <strong>{society?.name}</strong>
          <small>{society && translateName(society.kind)}</small>
        </span>
      </Brand>
      <HouseTiles dir="ltr" aria-hidden="true">
        {tileRows.flatMap(({ category, first }) =>
          tileColumns
            .map((step) => `${category}-${first + step}`)
            .map((house) => (
              <HouseTile key={house} $category={category} $highlighted={house === highlightedHouse}>
                {house}
              </HouseTile>
            )),
        )}
      </HouseTiles>
      <div>
        <Motto>
          {t("Every house,")}
          <br />
          {t("every month, accounted for.")}
        </Motto>
        <MottoText>
          {t("Charges, receipts and the monthly report, in one book that everyone sees at the same moment.")}
        </MottoText>
      </div>
    </Banner>
  );
}

const Banner = styled.aside`
  ${({ theme }) => css`
    display: none;
    flex-direction: column;
    justify-content: space-between;
    padding: ${theme.space.xxl};
    background: ${theme.color.canvas};

    @media (min-width: 1024px) {
      display: flex;
    }
  `}
`;

const Brand = styled.div`
  ${({ theme }) => css`
    ${typography("strong")}
    display: flex;
    align-items: center;
    gap: ${theme.space.m};

    small {
      ${typography("meta")}
      display: block;
      color: ${theme.color.textMuted};
    }
  `}
`;

const HouseTiles = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: ${theme.space.m};
  `}
`;

const HouseTile = styled.span<{ $category: string; $highlighted: boolean }>`
  ${({ theme, $category, $highlighted }) => css`
    ${typography("pageTitle")}
    padding: ${theme.space.l} ${theme.space.s};
    color: ${$highlighted ? theme.color.onAccent : theme.color.text};
    text-align: center;
    background: ${$highlighted ? theme.color.accent : theme.color.surface};
    border: 1px solid ${$highlighted ? theme.color.accent : theme.color.borderStrong};
    border-inline-start: ${theme.space.s} solid ${$highlighted ? theme.color.accent : categoryColor(theme, $category)};
    border-radius: ${theme.radius.badge};
  `}
`;

const Motto = styled.p`
  ${typography("display")}
`;

const MottoText = styled.p`
  ${typography("text")}
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.textMuted};
`;
