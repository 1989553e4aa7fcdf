import { type ReactNode, useState } from "react";
import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { IconButton } from "./Button.tsx";
import { visuallyHidden } from "./GlobalStyle.tsx";
import { ActionPlace } from "./PageAction.tsx";

interface PageProps {
  title: string;
  /** For the browser's title, where the page's own does not say enough. */
  longTitle?: string;
  subtitle?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  /** Before the title: the plate of a house. */
  lead?: ReactNode;
  /** Shows a back button. */
  onBack?: () => void;
  /** The page's `Tabs`, under its head. */
  tabs?: ReactNode;
  /** The content takes exactly the height that is left and scrolls by itself, as tables with sticky heads do. */
  fill?: boolean;
  children: ReactNode;
}

/** A page's head and content, and the browser's title; on the phone the header already names the page. */
export function Page({
  title,
  longTitle = title,
  subtitle,
  actions,
  lead,
  onBack,
  tabs,
  fill = false,
  children,
}: PageProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const bare = !actions && !lead && !onBack;
  return (
    <Frame $fill={fill}>
      <title>{longTitle}</title>
      <Head $tabs={tabs !== undefined} $bare={bare}>
        {onBack && <IconButton icon="arrow-left" label={say("Back")} onClick={onBack} />}
        {lead}
        <Words $named={lead !== undefined}>
          <Title>{title}</Title>
          {subtitle && <Subtitle>{subtitle}</Subtitle>}
        </Words>
        {actions && <Actions>{actions}</Actions>}
        {fill && bare && <OpenPlace ref={setPlace} />}
      </Head>
      {tabs}
      <ActionPlace value={place}>
        <Content $fill={fill}>{children}</Content>
      </ActionPlace>
    </Frame>
  );
}

/** A part of a page with its own title: ruled, not boxed. */
export const Section = styled.section`
  ${({ theme: t }) => css`
    padding: ${t.space.l} ${t.size.gutter};

    & + & {
      border-block-start: 1px solid ${t.color.line};
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
  ${({ theme: t, $tabs, $bare }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.m};
    padding: ${t.space.l} ${t.size.gutter} ${$tabs ? t.space.xs : t.space.l};
    border-block-end: ${$tabs ? 0 : "1px"} solid ${t.color.line};

    ${t.phone} {
      padding: ${$bare ? 0 : t.space.m} ${t.size.gutter};
      border: 0;
    }
  `}
`;

const Title = styled.h1`
  ${type("page")}
`;

const Subtitle = styled.p`
  ${type("text")}
  color: ${({ theme }) => theme.color.ink2};
`;

const Words = styled.div<{ $named: boolean }>`
  ${({ theme: t, $named }) => css`
    min-inline-size: 0;

    ${t.phone} {
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
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.m};
    margin-inline-start: auto;
  `}
`;

/** As high as what may come into it, so that tabs with an action and without stand at one height. */
const OpenPlace = styled(Actions)`
  ${({ theme: t }) => css`
    min-block-size: ${t.size.button}px;

    ${t.phone} {
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
