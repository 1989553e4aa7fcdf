import styled from "styled-components";
import { say } from "../../lib/language.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { allowedSentence, type Box } from "./permissionBoxes.ts";

/** How much the role may do, what the marks mean, and the keys. */
export function PermissionFooter({ boxes, mayChange }: { boxes: readonly Box[]; mayChange: boolean }) {
  return (
    <>
      <span>{allowedSentence(boxes)}</span>
      <Wide>{say("– does not exist for this page")}</Wide>
      {mayChange && (
        <Keys aria-hidden="true">
          <Kbd>Space</Kbd> {say("whole row")}
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
