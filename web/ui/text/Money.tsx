import styled from "styled-components";

interface MoneyProps {
  rupees: number;
  /** 0 on the dashboard and in reports, 2 where payments are handled. */
  decimals: 0 | 2;
  /** Puts "Rs" before the figure. */
  showCurrency?: boolean;
  strong?: boolean;
  /** Shows nothing owed or received as a dash. */
  dashIfZero?: boolean;
}

/** An amount as people here write it, left to right in any language. */
export function Money({ rupees, decimals, showCurrency = false, strong = false, dashIfZero = false }: MoneyProps) {
  const figure = dashIfZero && rupees === 0 ? "—" : formatAmount(rupees, decimals);
  return (
    <Figure dir="ltr" $strong={strong}>
      {showCurrency && figure !== "—" ? `Rs\u00a0${figure}` : figure}
    </Figure>
  );
}

/** Rupees grouped for en-PK with exactly so many decimals. */
export function formatAmount(rupees: number, decimals: 0 | 2): string {
  return numberFormats[decimals].format(rupees);
}

/** How many there are, as people here write it. */
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
