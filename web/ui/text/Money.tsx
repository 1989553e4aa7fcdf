import styled from "styled-components";

export interface MoneyProps {
  rupees: number;
  /** 0 on the dashboard and in reports. */
  decimals?: 0 | 2;
  /** Adds "Rs". */
  showCurrency?: boolean;
  strong?: boolean;
  dashIfZero?: boolean;
}

/** An amount with Pakistani digit grouping, left-to-right in every language. */
export function Money({ rupees, decimals = 2, showCurrency = false, strong = false, dashIfZero = false }: MoneyProps) {
  const text = dashIfZero && rupees === 0 ? "—" : formatAmount(rupees, decimals);
  return (
    <Figure dir="ltr" $strong={strong}>
      {showCurrency && text !== "—" ? `Rs\u00a0${text}` : text}
    </Figure>
  );
}

/** Formats rupees without "Rs"; `formatRupees` of shared/money.ts adds it. */
export function formatAmount(rupees: number, decimals: 0 | 2 = 2): string {
  return numberFormats[decimals].format(rupees);
}

/** A whole number with digit grouping. */
export function formatCount(count: number): string {
  return numberFormats[0].format(count);
}

const numberFormats = {
  0: new Intl.NumberFormat("en-PK", { maximumFractionDigits: 0 }),
  2: new Intl.NumberFormat("en-PK", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
};

const Figure = styled.bdi<{ $strong: boolean }>`
  font-weight: ${({ $strong }) => ($strong ? 600 : "inherit")};
  white-space: nowrap;
`;
