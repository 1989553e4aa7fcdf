import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { ur } from "../../web/i18n/locales/ur.ts";

const sources = import.meta.glob<string>(
  ["../../web/**/*.ts", "../../web/**/*.tsx", "!**/locales/**", "!**/theme.ts"],
  {
    eager: true,
    query: "?raw",
    import: "default",
  },
);

/** Names of formats, keys and units that are the same in every language. */
const untranslatedWords = new Set(["Excel", "CSV", "Enter", "Space", "Ctrl", "Esc", "Rs", "ms"]);

/** Attributes whose value is shown or read out. */
const textProps = new Set([
  "alt",
  "aria-label",
  "deleteText",
  "noMatchesTitle",
  "hint",
  "label",
  "documentTitle",
  "otherwise",
  "placeholder",
  "subtitle",
  "text",
  "title",
]);

/** The English messages of the server by their codes. */
const messageTables = new Set(["messages", "commonMessages"]);

/** Components that translate their own text. */
const translatingComponents = new Set(["Trans", "FooterAmount"]);

describe("every text of the screens is translated", () => {
  test.each(Object.entries(sources).map(([path, source]) => [path.replace(/^.*?web\//, "web/"), source]))(
    "%s",
    (path, source) => expect(findUntranslatedTexts(source, path)).toEqual([]),
  );

  test.each([
    ["<p>Some words</p>", "Some words"],
    ["<p>{count} of them</p>", "of them"],
    ['<b title="A title" />', "A title"],
    ['<b title={some ? t("Save") : "Other"} />', "Other"],
    ["<b aria-label={`House A`} />", "House A"],
    ['<p>{open ? "Open" : t("Close")}</p>', "Open"],
    ['showToast({ text: "Never heard of" })', "Never heard of"],
    ['<b title={messages["in-use"]} />', "in-use"],
    ["<p>{commonMessages.forbidden}</p>", "forbidden"],
  ])("an untranslated text is reported: %s", (source, text) => {
    expect(findUntranslatedTexts(`const example = ${source};`, "example.tsx")).toEqual([text]);
  });

  test.each([
    '<p title={t("Save")}>{t("Close")} — {count} · 7</p>',
    '<Trans text="{count} plots" with={{ count: <b /> }} />',
    '<p className="wide" key="Some key">{wordsOf("some thing")}</p>',
    '[{ path: "/", label: "Month" }].map(({ label }) => t(label))',
    "<Kbd>Enter</Kbd>",
  ])("translated texts and other values are not reported: %s", (source) => {
    expect(findUntranslatedTexts(`const example = ${source};`, "example.tsx")).toEqual([]);
  });
});

/** English texts in the code that are shown without `t`. */
function findUntranslatedTexts(source: string, path: string): string[] {
  const texts: string[] = [];
  visit(parseSync(path, source).program);
  return texts.filter((text) => (text.match(/\p{L}{2,}/gu) ?? []).some((word) => !untranslatedWords.has(word)));

  function visit(node: unknown): void {
    if (Array.isArray(node)) return void node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === "JSXText") texts.push(String(node.value).trim().replace(/\s+/g, " "));
    if (node.type === "JSXElement") visitElement(node);
    if (node.type === "JSXFragment") texts.push(...textsInBraces(node.children));
    if (node.type === "Property" && textProps.has(nameOf(node.key)))
      texts.push(...textsIn(node.value).filter((text) => !Object.hasOwn(ur, text)));
    Object.values(node).forEach(visit);
  }

  function visitElement({ openingElement, children }: Node): void {
    texts.push(...textsInBraces(children));
    if (!isNode(openingElement) || translatingComponents.has(nameOf(openingElement.name))) return;
    for (const attribute of listOf(openingElement.attributes)) {
      if (isNode(attribute) && textProps.has(nameOf(attribute.name))) texts.push(...textsIn(attribute.value));
    }
  }
}

interface Node {
  type: string;
  [part: string]: unknown;
}

/** Texts in braces between an element's children. */
function textsInBraces(children: unknown): string[] {
  return listOf(children).flatMap((child) => (isNode(child) && child.type !== "JSXText" ? textsIn(child) : []));
}

/** The texts that an expression can evaluate to, without arguments of calls in it. */
function textsIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return [listOf(node.quasis).map(rawOf).join("…")];
    case "JSXExpressionContainer":
      return textsIn(node.expression);
    case "ConditionalExpression":
      return [...textsIn(node.consequent), ...textsIn(node.alternate)];
    case "LogicalExpression":
      return [...textsIn(node.left), ...textsIn(node.right)];
    case "MemberExpression":
      return messageTables.has(nameOf(node.object)) ? [nameOf(node.property)] : [];
    default:
      return [];
  }
}

function rawOf(quasi: unknown): string {
  const { value } = isNode(quasi) ? quasi : { value: undefined };
  return typeof value === "object" && value !== null && "raw" in value ? String(value.raw) : "";
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value ?? "") : "";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
