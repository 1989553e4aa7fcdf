import styled from "styled-components";
import { type } from "../theme.ts";

/** Small words beside what they are about. */
export const Quiet = styled.span`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink2};
`;
