import styled from "styled-components";
import { t } from "../../i18n/t.ts";
import { Kbd } from "../../ui/text/Kbd.tsx";
import { formatAllowedSentence, type PermissionCell } from "./permissionMatrix.ts";

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
