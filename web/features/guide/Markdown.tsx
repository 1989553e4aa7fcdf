import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { t } from "../../i18n/t.ts";
import { typography } from "../../ui/theme/theme.ts";

interface MarkdownProps {
  text: string;
  /** Returns the address in the portal for the target of a link; if undefined, only the text of the link is shown. */
  resolveLink: (target: string) => string | undefined;
}

/**
 * Renders the Markdown that the guides use: headings, paragraphs, lists, tables, emphasis, code, keys and links. A list
 * of the headings is beside the text, on phones above it. The title (`#`) is left out, because the page has one.
 */
export function Markdown({ text, resolveLink }: MarkdownProps) {
  // Leaves out the tags of the div around the Urdu guide, which sets the direction of the text on GitHub.
  const blocks = text
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "" && !/^<\/?div/.test(block));
  const headings = blocks.flatMap((block) => /^## (.*)$/.exec(block.trim())?.[1] ?? []);
  return (
    <Columns>
      <Contents aria-label={t("Contents")}>
        <ul>
          {headings.map((heading) => (
            <li key={heading}>
              <a href={`#${headingId(heading)}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </Contents>
      <Article>{blocks.map((block) => renderBlock(block.trim(), resolveLink))}</Article>
    </Columns>
  );
}

function headingId(heading: string): string {
  return heading.replaceAll(" ", "-");
}

function renderBlock(block: string, resolveLink: MarkdownProps["resolveLink"]): ReactNode {
  const heading = /^(#+) (.*)$/.exec(block)?.[2];
  const render = (text: string) => renderInline(text.replace(/\s*\n\s*/g, " "), resolveLink);
  if (heading !== undefined) {
    return block.startsWith("# ") ? null : (
      <h2 key={block} id={headingId(heading)}>
        {render(heading)}
      </h2>
    );
  }
  if (block.startsWith("|")) return <MarkdownTable key={block} block={block} render={render} />;
  const List = /^\d+\. /.test(block) ? "ol" : "ul";
  const items = block.split(/^(?:\d+\.|-) /m).slice(1);
  if (/^(\d+\.|-) /.test(block))
    return (
      <List key={block}>
        {items.map((item) => (
          <li key={item}>{render(item)}</li>
        ))}
      </List>
    );
  return <p key={block}>{render(block)}</p>;
}

/** A table whose first column names the rows. The line of dashes and an empty header are left out. */
function MarkdownTable({ block, render }: { block: string; render: (text: string) => ReactNode }) {
  const rows = block
    .split("\n")
    .map((line) => line.split("|").slice(1, -1))
    .filter((cells) => cells.some((cell) => !/^[\s:-]*$/.test(cell)));
  return (
    <table>
      <tbody>
        {rows.map(([name = "", ...cells]) => (
          <tr key={name}>
            <th scope="row">{render(name.trim())}</th>
            {cells.map((cell) => (
              <td key={cell}>{render(cell.trim())}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const inlineElement = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|<kbd>[^<]+<\/kbd>|\[[^\]]+\]\([^)]+\))/;

function renderInline(text: string, resolveLink: MarkdownProps["resolveLink"]): ReactNode[] {
  return text.split(inlineElement).map((part, index) => {
    const key = `${index} ${part}`;
    if (part.startsWith("**")) return <strong key={key}>{renderInline(part.slice(2, -2), resolveLink)}</strong>;
    if (part.startsWith("*")) return <em key={key}>{renderInline(part.slice(1, -1), resolveLink)}</em>;
    if (part.startsWith("`")) return <kbd key={key}>{part.slice(1, -1)}</kbd>;
    if (part.startsWith("<kbd>")) return <kbd key={key}>{part.slice("<kbd>".length, -"</kbd>".length)}</kbd>;
    const [, label, target = ""] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (label === undefined) return part;
    const url = resolveLink(target);
    return url === undefined ? (
      label
    ) : (
      <Link key={key} to={url}>
        {label}
      </Link>
    );
  });
}

const Columns = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-direction: row-reverse;
    align-items: start;
    justify-content: flex-end;
    gap: ${theme.space.xl};

    ${theme.mobile} {
      flex-direction: column;
    }
  `}
`;

const Contents = styled.nav`
  ${typography("meta")}
  ${({ theme }) => css`
    position: sticky;
    inset-block-start: ${theme.space.l};

    ul {
      display: grid;
      gap: ${theme.space.s};
    }

    a {
      color: ${theme.color.accent};
    }

    ${theme.mobile} {
      position: static;

      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0 ${theme.space.l};
      }

      a {
        display: inline-flex;
        align-items: center;
        min-block-size: ${theme.size.minTargetMobile}px;
      }
    }
  `}
`;

const Article = styled.article`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.m};
    max-inline-size: 75ch;
    line-height: 1.6;
    overflow-wrap: anywhere;

    h2 {
      ${typography("sectionTitle")}
      margin-block-start: ${theme.space.l};
      scroll-margin-block-start: ${theme.space.m};
    }

    ol,
    ul {
      display: grid;
      gap: ${theme.space.s};
      padding-inline-start: ${theme.space.xl};
    }

    ol {
      list-style: decimal;
    }

    ul {
      list-style: disc;
    }

    em {
      font-style: normal;
      font-weight: 600;
    }

    kbd {
      padding-inline: ${theme.space.xs};
      border: 1px solid ${theme.color.border};
      border-radius: ${theme.radius.button};
      background: ${theme.color.sunken};
      font: inherit;
      unicode-bidi: isolate;
    }

    a {
      color: ${theme.color.accent};
      text-decoration: underline;
    }

    th,
    td {
      padding: ${theme.space.xs} ${theme.space.m} ${theme.space.xs} 0;
      text-align: start;
      vertical-align: top;
    }
  `}
`;
