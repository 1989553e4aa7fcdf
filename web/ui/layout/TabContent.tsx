import styled from "styled-components";
import { visuallyHidden } from "../theme/GlobalStyle.tsx";

/** What a tab shows: tool bar, table and footer in the height that is left. */
export const TabContent = styled.section`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
`;

/** Its name, for those who hear the page; the tab shows it already. */
export const HiddenHeading = styled.h2`
  ${visuallyHidden}
`;
