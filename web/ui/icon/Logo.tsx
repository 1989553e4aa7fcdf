import styled from "styled-components";

/** The logo: a roof and a tick in a frame. */
export function Logo() {
  return (
    <Mark viewBox="0 0 30 30" aria-hidden="true">
      <rect x="1" y="1" width="28" height="28" rx="4" />
      <path d="M7 14.5 15 7l8 7.5-8.5 8-4.5-4.5" />
    </Mark>
  );
}

const Mark = styled.svg`
  flex: none;
  inline-size: ${({ theme }) => theme.size.logo}px;
  block-size: ${({ theme }) => theme.size.logo}px;
  fill: none;
  stroke: ${({ theme }) => theme.color.accent};
  stroke-width: 2;
`;
