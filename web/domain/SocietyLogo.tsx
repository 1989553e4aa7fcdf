import styled from "styled-components";
import { useSocietyInfo } from "../api/societyInfo.ts";
import { Logo } from "../ui/icon/Icon.tsx";

/** The society's logo, or that of the portal. Decorative: the name stands beside it. */
export function SocietyLogo() {
  const logo = useSocietyInfo()?.Logo;
  return logo ? <Image src={logo} alt="" /> : <Logo />;
}

const Image = styled.img`
  flex: none;
  block-size: ${({ theme }) => theme.size.logo}px;
  max-inline-size: ${({ theme }) => 2 * theme.size.logo}px;
  object-fit: contain;
`;
