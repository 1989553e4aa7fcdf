import { createGlobalStyle, css } from "styled-components";
import { targetSize } from "./theme.ts";

/** Base styles: text sizes, digits, plain form controls, focus ring, reduced motion, print. */
export const GlobalStyle = createGlobalStyle`
  ${({ theme }) => css`
    :root {
      --text-size: ${theme.textSize.desktop};
      --text-line: ${theme.textLine.desktop};
      --meta-size: ${theme.textSize.meta};
      --meta-line: ${theme.textLine.meta};
      --caption-size: ${theme.textSize.caption};
      --gutter: ${theme.size.gutterDesktop};
      --min-target-size: 0px;
      --slide-distance: ${theme.motion.slideDistance};
      color-scheme: ${theme.name};
    }

    ${theme.mobile} {
      :root {
        --text-size: ${theme.textSize.mobile};
        --text-line: ${theme.textLine.mobile};
        --gutter: ${theme.size.gutterMobile};
        --min-target-size: ${theme.size.minTargetMobile}px;
      }
    }

    :root:lang(ur) {
      --text-line: ${theme.textLine.urdu};
      --meta-size: ${theme.textSize.metaUrdu};
      --meta-line: ${theme.textLine.metaUrdu};
      --caption-size: ${theme.textSize.captionUrdu};
    }

    *,
    *::before,
    *::after {
      box-sizing: border-box;
    }

    html,
    body,
    #root {
      block-size: 100%;
    }

    body {
      margin: 0;
      background: ${theme.color.surface};
      color: ${theme.color.text};
      font: ${theme.font.text} ${theme.font.family};
      font-variant-numeric: tabular-nums lining-nums;
      -webkit-font-smoothing: antialiased;
      text-size-adjust: 100%;
    }

    h1,
    h2,
    h3,
    p,
    ul,
    ol,
    dl,
    dd,
    figure {
      margin: 0;
      padding: 0;
    }

    ul,
    ol {
      list-style: none;
    }

    a {
      color: ${theme.color.accent};
      text-underline-offset: ${theme.space.xxs};
    }

    button,
    input,
    select,
    textarea {
      color: inherit;
      font: inherit;
      font-variant-numeric: inherit;
      letter-spacing: inherit;
    }

    button {
      padding: 0;
      border: 0;
      background: none;
      cursor: pointer;
    }

    :focus-visible {
      outline: ${theme.size.ring} solid ${theme.color.accent};
      outline-offset: ${theme.size.ring};
    }

    ::file-selector-button {
      min-block-size: ${targetSize(theme.size.button)};
      padding-inline: ${theme.space.m};
      margin-inline-end: ${theme.space.m};
      border: 1px solid ${theme.color.controlBorder};
      border-radius: ${theme.radius.button};
      background: ${theme.color.surface};
      color: ${theme.color.text};
      font: inherit;
      font-weight: 600;
      cursor: pointer;
    }

    ::selection {
      background: ${theme.color.accent};
      color: ${theme.color.onAccent};
    }

    ${theme.reducedMotion} {
      *,
      *::before,
      *::after {
        animation-duration: 0s !important;
        animation-delay: 0s !important;
        animation-iteration-count: 1 !important;
        transition-duration: 0s !important;
        scroll-behavior: auto !important;
      }
    }

    @media print {
      html,
      body,
      #root {
        block-size: auto;
      }

      body {
        background: none;
      }

      tr,
      figure {
        break-inside: avoid;
      }

      thead {
        display: table-header-group;
      }
    }
  `}
`;
