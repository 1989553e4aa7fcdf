import styled from "styled-components";
import { visuallyHidden } from "../theme/GlobalStyle.tsx";

/** Words for screen readers only. */
export const VisuallyHidden = styled.div`
  ${visuallyHidden}
`;
