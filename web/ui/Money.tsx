import styled from "styled-components";

interface MoneyProps {
  rupees: number;
  /** 0 on the dashboard and in reports, 2 where payments are handled. */
  decimals: 0 | 2;
  /** Puts "Rs" before the figure. */
  prefix?: boolean;
  strong?: boolean;
  /** Shows nothing owed or received as a dash. */
  dash?: boolean;
}

/** An amount as people here write it, left to right in any language. */
export function Money({ rupees, decimals, prefix = false, strong = false, dash = false }: MoneyProps) {
  const figure = dash && rupees === 0 ? "—" : rupeeText(rupees, decimals);
  return (
    <Figure dir="ltr" $strong={strong}>
      {prefix && figure !== "—" ? `Rs\u00a0${figure}` : figure}
    </Figure>
  );
}

/** Rupees grouped for en-PK with exactly so many decimals. */
export function rupeeText(rupees: number, decimals: 0 | 2): string {
  return formats[decimals].format(rupees);
}

/** How many there are, as people here write it. */
export function countText(count: number): string {
  return formats[0].format(count);
}

const formats = {
  0: new Intl.NumberFormat("en-PK", { maximumFractionDigits: 0 }),
  2: new Intl.NumberFormat("en-PK", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
};

const Figure = styled.bdi<{ $strong: boolean }>`
  font-weight: ${({ $strong }) => ($strong ? 600 : "inherit")};
  white-space: nowrap;
`;
