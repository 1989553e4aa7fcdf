import { useState } from "react";
import styled, { css } from "styled-components";
import { CloseDrawerDialog } from "../../domain/drawers/CloseDrawerDialog.tsx";
import { buildDrawerAmounts } from "../../domain/drawers/drawerAmounts.tsx";
import { OpenDrawerDialog } from "../../domain/drawers/OpenDrawerDialog.tsx";
import { type DrawerRecord, useOwnDrawer } from "../../domain/drawers/useOwnDrawer.ts";
import { formatClockTime } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { AmountList } from "../../ui/layout/AmountList.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";

/** The cashier's own drawer; nothing while it is loading and for users who may not have one. */
export function CounterDrawer() {
  const drawer = useOwnDrawer();
  const [isOpenDrawerDialogShown, setIsOpenDrawerDialogShown] = useState(false);
  const [closing, setClosing] = useState<{ drawer: DrawerRecord; isHandover: boolean }>();
  if (drawer === undefined) return null;
  // The dialog stays after the drawer was closed in another window or by a supervisor, and says so.
  const isStillOpen = drawer !== null && drawer.DrawerID === closing?.drawer.DrawerID;
  return (
    <Panel aria-label={t("Your drawer")}>
      <h2>{t("Your drawer")}</h2>
      {drawer ? (
        <>
          <MetaText as="p">{t("Open since {time}", { time: formatClockTime(new Date(drawer.OpenedAt)) })}</MetaText>
          {drawer.HandedFrom !== "" && (
            <MetaText as="p">{t("Handed over by {name}", { name: drawer.HandedFrom })}</MetaText>
          )}
          <AmountList rows={buildDrawerAmounts(drawer)} />
          <Actions>
            <Button onClick={() => setClosing({ drawer, isHandover: false })}>{t("Count and close")}</Button>
            <Button variant="ghost" onClick={() => setClosing({ drawer, isHandover: true })}>
              {t("Hand over")}
            </Button>
          </Actions>
        </>
      ) : (
        <>
          <MetaText as="p">
            {t("You have no open drawer. Cash that you receive counts in the cash account only.")}
          </MetaText>
          <Actions>
            <Button onClick={() => setIsOpenDrawerDialogShown(true)}>{t("Open drawer")}</Button>
          </Actions>
        </>
      )}
      {isOpenDrawerDialogShown && <OpenDrawerDialog onClose={() => setIsOpenDrawerDialogShown(false)} />}
      {closing && (
        <CloseDrawerDialog
          drawer={isStillOpen ? drawer : closing.drawer}
          isClosed={!isStillOpen}
          isHandover={closing.isHandover}
          onClose={() => setClosing(undefined)}
        />
      )}
    </Panel>
  );
}

const Panel = styled.section`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.s};
    align-content: start;

    h2 {
      ${typography("sectionTitle")}
    }
  `}
`;

const Actions = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s};
  `}
`;
