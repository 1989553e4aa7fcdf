import styled from "styled-components";
import { Kbd } from "../../ui/Kbd.tsx";
import { allowedText, type Box } from "./permissionBoxes.ts";

/** How much the role may do, what the marks mean, and the keys. */
export function PermissionFooter({ boxes, mayChange }: { boxes: readonly Box[]; mayChange: boolean }) {
  return (
    <>
      <span>{`${allowedText(boxes)} allowed`}</span>
      <Wide>– does not exist for this page</Wide>
      {mayChange && (
        <Keys aria-hidden="true">
          <Kbd>Space</Kbd> whole row
        </Keys>
      )}
    </>
  );
}

const Wide = styled.span`
  ${({ theme }) => theme.phone} {
    display: none;
  }
`;

const Keys = styled(Wide)`
  margin-inline-start: auto;
`;
