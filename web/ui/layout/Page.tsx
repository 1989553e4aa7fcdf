import { createContext, type ReactNode, useContext, useState } from "react";
import { createPortal } from "react-dom";
import styled, { css } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t } from "../../i18n/t.ts";
import { IconButton } from "../button/Button.tsx";
import { visuallyHidden } from "../theme/mixins.ts";
import { typography } from "../theme/theme.ts";

interface PageProps {
  title: string;
  /** For the browser's title, where the page's own does not say enough. */
  documentTitle?: string;
  subtitle?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** Before the title: the plate of a house. */
  leading?: ReactNode;
  /** Shows a back button. */
  onBack?: () => void;
  /** The page's `Tabs`, under its head. */
  tabs?: ReactNode;
  /** The content takes exactly the height that is left and scrolls by itself, as tables with sticky heads do. */
  fillHeight?: boolean;
  children: ReactNode;
}

/** A page's head and content, and the browser's title; on the phone the header already names the page. */
export function Page({
  title,
  documentTitle = title,
  subtitle,
  actions,
  leading,
  onBack,
  tabs,
  fillHeight = false,
  children,
}: PageProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const bare = !actions && !leading && !onBack;
  return (
    <Frame $fill={fillHeight}>
      <title>{documentTitle}</title>
      <Head $tabs={tabs !== undefined} $bare={bare}>
        {onBack && <IconButton icon="arrow-left" label={t("Back")} onClick={onBack} />}
        {leading}
        <Titles $named={leading !== undefined}>
          <Title>{title}</Title>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </Titles>
        {actions && <Actions>{actions}</Actions>}
        {fillHeight && bare && <ReservedActions ref={setPlace} />}
      </Head>
      {tabs}
      <PageActionSlot value={place}>
        <Content $fill={fillHeight}>{children}</Content>
      </PageActionSlot>
    </Frame>
  );
}

/** The end of the title's line, on a page that keeps the main action of its open tab there. */
export const PageActionSlot = createContext<HTMLElement | null>(null);

/** The main action of a tab: at the end of the title's line; on the phone, which has none, where it is written. */
export function PageAction({ children }: { children: ReactNode }) {
  const place = useContext(PageActionSlot);
  const phone = useIsMobile();
  return place && !phone ? createPortal(children, place) : children;
}

/** A part of a page with its own title: ruled, not boxed. */
export const Section = styled.section`
  ${({ theme }) => css`
    padding: ${theme.space.l} ${theme.size.gutter};

    & + & {
      border-block-start: 1px solid ${theme.color.border};
    }
  `}
`;

const Frame = styled.div<{ $fill: boolean }>`
  ${({ $fill }) => css`
    display: flex;
    flex-direction: column;
    min-block-size: 100%;
    ${$fill && "block-size: 100%;"}

    @media print {
      block-size: auto;
    }
  `}
`;

const Head = styled.header<{ $tabs: boolean; $bare: boolean }>`
  ${({ theme, $tabs, $bare }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.m};
    padding: ${theme.space.l} ${theme.size.gutter} ${$tabs ? theme.space.xs : theme.space.l};
    border-block-end: ${$tabs ? 0 : "1px"} solid ${theme.color.border};

    ${theme.mobile} {
      padding: ${$bare ? 0 : theme.space.m} ${theme.size.gutter};
      border: 0;
    }
  `}
`;

const Title = styled.h1`
  ${typography("pageTitle")}
`;

const Subtitle = styled.p`
  ${typography("text")}
  color: ${({ theme }) => theme.color.textMuted};
`;

const Titles = styled.div<{ $named: boolean }>`
  ${({ theme, $named }) => css`
    min-inline-size: 0;

    ${theme.mobile} {
      ${
        !$named &&
        css`
          [data-shell] & {
            ${visuallyHidden}
          }
        `
      }
    }
  `}
`;

const Actions = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.m};
    margin-inline-start: auto;
  `}
`;

/** As high as what may come into it, so that tabs with an action and without stand at one height. */
const ReservedActions = styled(Actions)`
  ${({ theme }) => css`
    min-block-size: ${theme.size.button}px;

    ${theme.mobile} {
      display: none;
    }
  `}
`;

const Content = styled.div<{ $fill: boolean }>`
  ${({ $fill }) => css`
    position: relative;
    flex: 1;
    ${$fill && "display: flex; flex-direction: column; min-block-size: 0;"}
  `}
`;

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
