import { Fragment } from "react";
import styled, { css } from "styled-components";
import { getKeyLabels, type ShortcutGroup, type ShortcutKey, shortcuts } from "../hooks/shortcuts.ts";
import { t } from "../i18n/t.ts";
import { Dialog } from "../ui/dialog/Dialog.tsx";
import { Kbd } from "../ui/text/Text.tsx";
import { typography } from "../ui/theme/theme.ts";

/** A dialog that lists all shortcuts. */
export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("Shortcuts")}>
      {/* In the tab order, so that the keyboard can scroll the list. */}
      <Groups role="group" tabIndex={0} aria-label={t("Shortcuts")}>
        {groups.map((group) => (
          <section key={group} aria-label={t(group)}>
            <GroupHeading>{t(group)}</GroupHeading>
            <dl>
              {keysOfGroup(group).map((key) => (
                <ShortcutRow key={key}>
                  <dt>{t(shortcuts[key].label)}</dt>
                  <Keys dir="ltr">
                    {getKeyLabels(key).map((keyLabel) => (
                      <Fragment key={keyLabel}>
                        <Kbd>{keyLabel}</Kbd>{" "}
                      </Fragment>
                    ))}
                  </Keys>
                </ShortcutRow>
              ))}
            </dl>
          </section>
        ))}
      </Groups>
    </Dialog>
  );
}

const groups = [
  "Everywhere",
  "On a list",
  "In the report",
  "In the search",
] as const satisfies readonly ShortcutGroup[];

function keysOfGroup(group: ShortcutGroup): ShortcutKey[] {
  return shortcutKeys.filter((key) => shortcuts[key].group === group);
}

const shortcutKeys = Object.keys(shortcuts).filter((key): key is ShortcutKey => key in shortcuts);

const Groups = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
`;

const GroupHeading = styled.h3`
  ${typography("metaStrong")}
  ${({ theme }) => css`
    padding-block-end: ${theme.space.xs};
    border-block-end: 1px solid ${theme.color.borderStrong};
    color: ${theme.color.textSubtle};
  `}
`;

const ShortcutRow = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${theme.space.l};
    min-block-size: ${theme.size.row}px;
    border-block-end: 1px solid ${theme.color.border};
  `}
`;

const Keys = styled.dd`
  flex: none;

  /* Kbd is hidden on phones, but not here. */
  kbd {
    display: inline-flex;
  }
`;
