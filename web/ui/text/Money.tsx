import styled from "styled-components";

interface MoneyProps {
  rupees: number;
  /** 0 on the dashboard and in reports, 2 where payments are handled. */
  decimals: 0 | 2;
  /** Adds "Rs". */
  showCurrency?: boolean;
  strong?: boolean;
  dashIfZero?: boolean;
}

/** An amount with Pakistani digit grouping, left-to-right in every language. */
export function Money({ rupees, decimals, showCurrency = false, strong = false, dashIfZero = false }: MoneyProps) {
  const figure = dashIfZero && rupees === 0 ? "—" : formatAmount(rupees, decimals);
  return (
    <Figure dir="ltr" $strong={strong}>
      {showCurrency && figure !== "—" ? `Rs\u00a0${figure}` : figure}
    </Figure>
  );
}

/** Without "Rs"; `formatRupees` of shared/money adds it. */
export function formatAmount(rupees: number, decimals: 0 | 2): string {
  return numberFormats[decimals].format(rupees);
}

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
