import styled, { css } from "styled-components";
import { encode } from "uqr";

/** A QR code of the text. Always dark on light, because many apps cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <Code viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </Code>
  );
}

const Code = styled.svg`
  ${({ theme }) => css`
    display: block;
    inline-size: min(14rem, 100%);
    margin-inline: auto;
    border: 1px solid ${theme.color.border};
    border-radius: ${theme.radius.field};
  `}
`;
