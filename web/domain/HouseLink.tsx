import { Link, useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import type { PagePath } from "../../shared/pages.ts";
import { useCan } from "../api/session.ts";
import { t } from "../i18n/t.ts";
import type { ColumnLayout } from "../resource/columns.tsx";
import type { Column } from "../ui/table/tableTypes.ts";
import { categoryColor, typography } from "../ui/theme/theme.ts";

/** A literal: importing it from the resource would load zod with the first screen. */
const plotsPage: PagePath = "/society-management?tab=plots";

/** A HouseBadge, linked to the page of the house for users who may see it. */
export function HouseLink(badge: Omit<HouseBadgeProps, "to" | "size">) {
  const canOpen = useCanOpenHouse();
  return <HouseBadge to={canOpen ? houseUrl(badge.houseNo) : undefined} {...badge} />;
}

/** Whether the user may see the pages of houses. */
function useCanOpenHouse(): boolean {
  return useCan(plotsPage);
}

/** Opens the page of the house that a row names; undefined if the user may not see it. */
export function useOpenHouse(): ((row: { HouseNo: string }) => void) | undefined {
  const navigate = useNavigate();
  return useCanOpenHouse() ? ({ HouseNo }) => void navigate(houseUrl(HouseNo)) : undefined;
}

/** The column with the house of a row as a HouseLink; the title of a card. */
export function houseColumn(column: ColumnLayout): Column<{ HouseNo: string; CategoryName: string }> {
  return {
    key: "HouseNo",
    mobileSlot: "title",
    ...column,
    render: ({ HouseNo, CategoryName }, { tabIndex }) => (
      <HouseLink houseNo={HouseNo} category={CategoryName} tabIndex={tabIndex} />
    ),
    sortValue: ({ HouseNo }) => HouseNo,
  };
}

interface BadgeProps {
  /** Name of the category, which gives the edge its colour. */
  category?: string;
  size?: BadgeSize;
}

interface HouseBadgeProps extends BadgeProps {
  houseNo: string;
  /** URL; without it the badge is not a link. */
  to?: string;
  /** Of the link; pass the `tabIndex` of CellFocus inside a table. */
  tabIndex?: 0 | -1;
  /** Opens a new tab, so that typed text is not lost. */
  newTab?: boolean;
}

type BadgeSize = "row" | "page";

/** A house number in a frame whose edge has the colour of the category. Left-to-right in every language. */
export function HouseBadge({ houseNo, to, tabIndex, newTab = false, ...badge }: HouseBadgeProps) {
  const title = badge.category && t("Category {category}", { category: badge.category });
  if (!to) return <BadgeFrame text={houseNo} title={title} {...badge} />;
  return (
    <BadgeLink to={to} tabIndex={tabIndex} target={newTab ? "_blank" : undefined}>
      <BadgeFrame text={houseNo} title={title} {...badge} />
    </BadgeLink>
  );
}

/** The letter of a category in the same frame as its house numbers. */
export function CategoryBadge({ category }: { category: string }) {
  return <BadgeFrame text={category} category={category} />;
}

/** A text after the badge of its category; cut off where it does not fit. */
export function TextWithCategory({ category, text }: { category: string | undefined; text: string }) {
  return (
    <BadgeAndText>
      {category !== undefined && <CategoryBadge category={category} />}
      <bdi>{text}</bdi>
    </BadgeAndText>
  );
}

const BadgeAndText = styled.span`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.s};

  bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

function BadgeFrame({ text, title, category, size = "row" }: BadgeProps & { text: string; title?: string }) {
  return (
    <Frame dir="ltr" title={title} $size={size}>
      <Edge aria-hidden="true" $category={category} $size={size} />
      <Text>{text}</Text>
    </Frame>
  );
}

const sizes: Record<BadgeSize, ReturnType<typeof css>> = {
  row: css`
    ${typography("houseBadge")}
    block-size: ${({ theme }) => theme.size.houseBadge}px;
    padding-inline: ${({ theme }) => `calc(${theme.size.leadingBorder}px + ${theme.space.badge}) ${theme.space.s}`};
  `,
  page: css`
    ${typography("houseBadgeLarge")}
    block-size: ${({ theme }) => theme.size.houseBadgeLarge}px;
    padding-inline: ${({ theme }) => `calc(${theme.size.leadingBorderLarge}px + ${theme.space.m}) ${theme.space.m}`};
  `,
};

const Frame = styled.bdi<{ $size: BadgeSize }>`
  ${({ theme, $size }) => css`
    position: relative;
    display: inline-flex;
    flex: none;
    align-items: center;
    justify-content: center;
    max-inline-size: 100%;
    overflow: hidden;
    border: 1px solid ${theme.color.borderStrong};
    border-radius: ${theme.radius.badge};
    background: ${theme.color.surface};
    color: ${theme.color.text};
    white-space: nowrap;
    ${sizes[$size]}
  `}
`;

const Text = styled.span`
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`;

const Edge = styled.span<{ $category: string | undefined; $size: BadgeSize }>`
  ${({ theme, $category, $size }) => css`
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    inline-size: ${$size === "row" ? theme.size.leadingBorder : theme.size.leadingBorderLarge}px;
    background: ${categoryColor(theme, $category)};
    print-color-adjust: exact;
  `}
`;

const BadgeLink = styled(Link)`
  ${({ theme }) => css`
    position: relative;
    display: inline-flex;
    border-radius: ${theme.radius.badge};
    text-decoration: none;

    /* Enlarges the touch target. */
    &::after {
      content: "";
      position: absolute;
      inset: calc(-1 * ${theme.space.xxs});

      ${theme.mobile} {
        inset: calc(-1 * ${theme.space.m}) calc(-1 * ${theme.space.s});
      }
    }

    &:hover > * {
      border-color: ${theme.color.textSubtle};
      background: ${theme.color.canvas};
    }
  `}
`;

/** Path of the page of a house. */
export function houseUrl(HouseNo: string): string {
  return `/house/${encodeURIComponent(HouseNo)}`;
}
