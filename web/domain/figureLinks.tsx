import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router-dom";
import styled, { css } from "styled-components";
import type { PagePath } from "../../shared/pages.ts";
import { useCan } from "../api/session.ts";
import { useEvent } from "../hooks/useEvent.ts";

// Literals: importing them from the resources would load zod with the first screen.
export const receivablesPage: PagePath = "/finance-management?tab=received";
const expensesPage: PagePath = "/finance-management?tab=expenses";

/** Value of the month in the URL of the receivables of a whole year; the expenses of a year have no month instead. */
export const allMonths = "all";

/** The rows that a figure sums. */
interface FigureRows {
  year: number;
  /** 1 to 12; the whole year without it. */
  month?: number | undefined;
  /** Name of the category. */
  category?: string | undefined;
  /** Only what is not fully paid: the rows of an outstanding amount. */
  isOutstanding?: boolean;
}

/** The address of the list behind an amount that was billed or received. */
export function receivablesUrl({ year, month, category, isOutstanding = false }: FigureRows): string {
  const params = new URLSearchParams({ year: String(year), month: month === undefined ? allMonths : String(month) });
  if (category !== undefined) params.set("category", category);
  if (isOutstanding) params.set("paid", "0");
  return `${receivablesPage}&${params}`;
}

/** The address of the list behind an amount of expenses, whose months are stored with two digits. */
export function expensesUrl({ year, month }: Pick<FigureRows, "year" | "month">): string {
  const params = new URLSearchParams({ year: String(year) });
  if (month !== undefined) params.set("month", String(month).padStart(2, "0"));
  return `${expensesPage}&${params}`;
}

/** Links a figure to the list whose rows it sums; plain text for users who may not see that list. */
export function FigureLink({ to, children }: { to: string; children: ReactNode }) {
  const page = [receivablesPage, expensesPage].find((path) => to.startsWith(path));
  const canOpen = useCan(page ?? to, "CanView");
  return canOpen ? <Anchor to={to}>{children}</Anchor> : children;
}

/**
 * Returns a function that opens the list behind a figure; it does nothing for users who may not see the list. For parts
 * of a chart, which cannot be a FigureLink.
 */
export function useOpenFigure(): (to: string) => void {
  const navigate = useNavigate();
  const canOpen = {
    [receivablesPage]: useCan(receivablesPage, "CanView"),
    [expensesPage]: useCan(expensesPage, "CanView"),
  };
  return useEvent((to: string) => {
    if (Object.entries(canOpen).some(([page, isAllowed]) => isAllowed && to.startsWith(page))) void navigate(to);
  });
}

const Anchor = styled(Link)`
  ${({ theme }) => css`
    color: inherit;
    text-decoration: none;

    &:hover,
    &:focus-visible {
      color: ${theme.color.accent};
      text-decoration: underline;
    }
  `}
`;
