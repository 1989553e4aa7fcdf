import styled from "styled-components";
import { t } from "../../lib/language.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { formatAllowedSentence, type PermissionCell } from "./permissionBoxes.ts";

/** How much the role may do, what the marks mean, and the keys. */
export function PermissionFooter({ cells, canUpdate }: { cells: readonly PermissionCell[]; canUpdate: boolean }) {
  return (
    <>
      <span>{formatAllowedSentence(cells)}</span>
      <DesktopOnly>{t("– does not exist for this page")}</DesktopOnly>
      {canUpdate && (
        <KeyHint aria-hidden="true">
          <Kbd>Space</Kbd> {t("whole row")}
        </KeyHint>
      )}
    </>
  );
}

const DesktopOnly = styled.span`
  ${({ theme }) => theme.mobile} {
    display: none;
  }
`;

const KeyHint = styled(DesktopOnly)`
  margin-inline-start: auto;
`;
