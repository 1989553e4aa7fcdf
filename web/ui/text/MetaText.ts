import styled from "styled-components";
import { typography } from "../theme/theme.ts";

/** Small words beside what they are about. */
export const MetaText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
`;
