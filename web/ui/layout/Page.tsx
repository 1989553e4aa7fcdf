import { createContext, type ReactNode, type Ref, useContext, useState } from "react";
import { createPortal } from "react-dom";
import styled, { css } from "styled-components";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { IconButton } from "../button/Button.tsx";
import { hideOnMobile, visuallyHidden } from "../theme/mixins.ts";
import { typography } from "../theme/theme.ts";
import { useUiTexts } from "../uiTexts.ts";

interface PageProps {
  title: string;
  /** The title of the browser tab, if it differs. */
  documentTitle?: string;
  subtitle?: ReactNode;
  /** Shown at the end of the title line. */
  actions?: ReactNode;
  /** Shown before the title, for example the badge of a house. */
  leading?: ReactNode;
  /** Adds a back button. */
  onBack?: () => void;
  /** A `Tabs` element, shown below the title. */
  tabs?: ReactNode;
  /** The content gets the remaining height and scrolls by itself. */
  fillHeight?: boolean;
  children: ReactNode;
}

/** The id of the title, which names the page for screen readers. */
export const pageTitleId = "page-title";

/** A page with its title line. Also sets the document's title. On phones the app header shows the title instead. */
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
  const texts = useUiTexts();
  const [actionSlot, setActionSlot] = useState<HTMLElement | null>(null);
  const isTitleOnly = !actions && !leading && !onBack;
  return (
    <Frame $fill={fillHeight}>
      <title>{texts.documentTitle(documentTitle)}</title>
      <Head $hasTabs={tabs !== undefined} $titleOnly={isTitleOnly} $hasLeading={leading !== undefined}>
        {onBack && <IconButton icon="arrow-left" label={texts.back} onClick={onBack} />}
        {leading}
        <Titles $hasLeading={leading !== undefined}>
          <Title id={pageTitleId}>{title}</Title>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </Titles>
        {actions && <Actions $isOwnLineOnMobile={leading !== undefined}>{actions}</Actions>}
        {fillHeight && isTitleOnly && <ReservedActions ref={setActionSlot} />}
      </Head>
      {tabs}
      <PageActionSlot value={actionSlot}>
        <PageTitle value={title}>
          <Content $fill={fillHeight}>{children}</Content>
        </PageTitle>
      </PageActionSlot>
    </Frame>
  );
}

/** The title of the page, which a tab of the same title does not repeat. */
const PageTitle = createContext("");

/** The element in the title line for the `PageAction` of the open tab. */
export const PageActionSlot = createContext<HTMLElement | null>(null);

/** Renders the main action or the toolbar of a tab in the title line of the page; on phones in place. */
export function PageAction({ children }: { children: ReactNode }) {
  const slot = useContext(PageActionSlot);
  const isMobile = useIsMobile();
  return slot && !isMobile ? createPortal(children, slot) : children;
}

/** A part of a page, separated by a line. */
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

const Head = styled.header<{ $hasTabs: boolean; $titleOnly: boolean; $hasLeading: boolean }>`
  ${({ theme, $hasTabs, $titleOnly, $hasLeading }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.m};
    padding: ${theme.space.l} ${theme.size.gutter} ${$hasTabs ? theme.space.xs : theme.space.l};
    border-block-end: ${$hasTabs ? 0 : "1px"} solid ${theme.color.border};

    ${theme.mobile} {
      align-items: ${$hasLeading ? "center" : "start"};
      gap: ${theme.space.s};
      padding: ${$titleOnly ? 0 : theme.space.s} ${theme.size.gutter};
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

/** Hidden on phones inside the app layout (`data-shell`), whose header shows the title. */
const Titles = styled.div<{ $hasLeading: boolean }>`
  ${({ theme, $hasLeading }) => css`
    min-inline-size: 0;

    ${theme.mobile} {
      ${
        $hasLeading
          ? "flex: 1 1 0;"
          : css`
              [data-shell] & {
                ${visuallyHidden}
              }
            `
      }
    }
  `}
`;

const Actions = styled.div<{ $isOwnLineOnMobile?: boolean }>`
  ${({ theme, $isOwnLineOnMobile }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.m};
    margin-inline-start: auto;

    ${theme.mobile} {
      display: ${$isOwnLineOnMobile ? "flex" : "contents"};
      flex: 1 1 100%;
      gap: ${theme.space.s};
    }
  `}
`;

/**
 * The rest of the title line, or the next line where it does not fit. As high as a button, so that the content of tabs
 * with and without an action starts at the same height.
 */
const ReservedActions = styled(Actions)`
  ${({ theme }) => css`
    flex: 1 1 auto;
    justify-content: flex-end;
    min-block-size: ${theme.size.button}px;
    ${hideOnMobile}
  `}
`;

const Content = styled.div<{ $fill: boolean }>`
  ${({ $fill }) => css`
    position: relative;
    flex: 1;
    ${$fill && "display: flex; flex-direction: column; min-block-size: 0;"}
  `}
`;

interface TabContentProps {
  /** Label of the section, and its heading for screen readers; everybody else reads it on the tab. */
  title: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

/** The content of a tab: toolbar, table and footer in the remaining height. */
export function TabContent({ title, ref, children }: TabContentProps) {
  const isPageTitle = useContext(PageTitle) === title;
  return (
    <TabSection ref={ref} aria-label={title}>
      {!isPageTitle && <HiddenHeading>{title}</HiddenHeading>}
      {children}
    </TabSection>
  );
}

const TabSection = styled.section`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-block-size: 0;
`;

/** A heading for screen readers, where the page shows the title in another way. */
export const HiddenHeading = styled.h2`
  ${visuallyHidden}
`;
