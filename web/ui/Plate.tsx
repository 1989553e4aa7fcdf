import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { categoryColor, type } from "../theme.ts";

interface PlateProps {
  /** The house number, or the letter of a category standing for its houses. */
  house: string;
  /** Category name; one without a colour of its own gets a neutral edge. */
  category?: string;
  /** Where the plate leads; without it the plate is text. */
  to?: string;
  /** Of the link; in a row only the cursor's own is a tab stop. */
  tabIndex?: 0 | -1;
  /** The link opens beside this page, whose typing would be lost. */
  aside?: boolean;
  size?: PlateSize;
}

type PlateSize = "row" | "page";

/** A house number as it hangs at the gate, its category's colour on the leading edge; left to right in any language. */
export function Plate({ house, category, to, tabIndex, aside = false, size = "row" }: PlateProps) {
  const frame = (
    <Frame
      dir="ltr"
      title={category && category !== house ? say("Category {category}", { category }) : undefined}
      $size={size}
    >
      <Edge aria-hidden="true" $category={category} $size={size} />
      <Figures>{house}</Figures>
    </Frame>
  );
  if (!to) return frame;
  return (
    <Way to={to} tabIndex={tabIndex} target={aside ? "_blank" : undefined}>
      {frame}
    </Way>
  );
}

const Frame = styled.bdi<{ $size: PlateSize }>`
  ${({ theme: t, $size }) => css`
    position: relative;
    display: inline-flex;
    flex: none;
    align-items: center;
    justify-content: center;
    max-inline-size: 100%;
    overflow: hidden;
    border: 1px solid ${t.color.line2};
    border-radius: ${t.radius.plate};
    background: ${t.color.surface};
    color: ${t.color.ink};
    white-space: nowrap;
    ${sizes[$size]}
  `}
`;

const Figures = styled.span`
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`;

const sizes: Record<PlateSize, ReturnType<typeof css>> = {
  row: css`
    ${type("plate")}
    block-size: ${({ theme }) => theme.size.plate}px;
    padding-inline: calc(${({ theme }) => theme.size.edge}px + ${({ theme }) => theme.space.plate}) ${({ theme }) => theme.space.s};
  `,
  page: css`
    ${type("plateLarge")}
    block-size: ${({ theme }) => theme.size.plateLarge}px;
    padding-inline: calc(${({ theme }) => theme.size.edgeLarge}px + ${({ theme }) => theme.space.m}) ${({ theme }) => theme.space.m};
  `,
};

const Edge = styled.span<{ $category: string | undefined; $size: PlateSize }>`
  ${({ theme: t, $category, $size }) => css`
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: ${$size === "row" ? t.size.edge : t.size.edgeLarge}px;
    background: ${categoryColor(t, $category)};
    print-color-adjust: exact;
  `}
`;

const Way = styled(Link)`
  ${({ theme: t }) => css`
    position: relative;
    display: inline-flex;
    border-radius: ${t.radius.plate};
    text-decoration: none;

    /* A finger finds it too. */
    &::after {
      content: "";
      position: absolute;
      inset: calc(-1 * ${t.space.xxs});

      ${t.phone} {
        inset: calc(-1 * ${t.space.m}) calc(-1 * ${t.space.s});
      }
    }

    &:hover > * {
      border-color: ${t.color.ink3};
      background: ${t.color.canvas};
    }
  `}
`;
