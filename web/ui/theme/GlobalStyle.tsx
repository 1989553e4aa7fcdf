import { createGlobalStyle, css } from "styled-components";

/** Base styles of every screen: type scale, figures, focus ring, reduced motion and print. */
export const GlobalStyle = createGlobalStyle`
  ${({ theme: t }) => css`
    :root {
      --text-size: ${t.textSize.desktop};
      --text-line: ${t.textLine.desktop};
      --meta-size: ${t.textSize.meta};
      --meta-line: ${t.textLine.meta};
      --key-size: ${t.textSize.key};
      --gutter: ${t.size.gutterDesktop};
      --thumb: 0px;
      --rise: ${t.motion.rise};
      color-scheme: ${t.name};
    }

    ${t.mobile} {
      :root {
        --text-size: ${t.textSize.mobile};
        --text-line: ${t.textLine.mobile};
        --gutter: ${t.size.gutterMobile};
        --thumb: ${t.size.touchTarget}px;
      }
    }

    :root:lang(ur) {
      --text-line: ${t.textLine.urdu};
      --meta-size: ${t.textSize.metaUrdu};
      --meta-line: ${t.textLine.metaUrdu};
      --key-size: ${t.textSize.keyUrdu};
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
      background: ${t.color.surface};
      color: ${t.color.text};
      font: ${t.font.text} ${t.font.family};
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
      color: ${t.color.accent};
      text-underline-offset: ${t.space.xxs};
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

    :focus-visible {
      outline: ${t.size.ring} solid ${t.color.accent};
      outline-offset: ${t.size.ring};
    }

    ::selection {
      background: ${t.color.accent};
      color: ${t.color.onAccent};
    }

    ${t.reducedMotion} {
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

/** For what has no use on paper. */
export const hideInPrint = css`
  @media print {
    display: none;
  }
`;

/** For words that only screen readers need. */
export const visuallyHidden = css`
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;
