import { english } from "../../shared/paper/language.ts";
import { letters } from "../../shared/words/letters.ts";
import { escapeHtml, type Letter } from "./letter.ts";

/** Says a text of a letter in one of its languages, `{gaps}` filled. */
export type LetterSay = (text: keyof typeof letters, values?: Values) => string;

export type LetterLine = readonly [label: string, value: string];

/** What stands in a letter, one below the other. */
export type LetterPart = { text: string } | { lines: readonly LetterLine[] } | { link: string };

type Values = Readonly<Record<string, string | number>>;

interface Written extends Pick<Letter, "to" | "subject"> {
  /** Signs it. */
  society: string;
  parts: (say: LetterSay) => readonly LetterPart[];
}

/** A letter that says everything in English and then in Urdu, as text and as HTML alike. */
export function bilingual({ to, subject, society, parts }: Written): Letter {
  const versions = languages.map((language) => ({
    ...language,
    parts: [
      { text: language.say("Dear {name},", { name: to.name }) },
      ...parts(language.say),
      { text: society },
    ] as const,
  }));
  return {
    to,
    subject,
    text: versions.map((version) => version.parts.map((part) => asText(part, version)).join("\n\n")).join(divider),
    html: [
      '<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;color:#222">',
      ...versions.map(
        (version) =>
          `<div lang="${version.lang}" dir="${version.dir}" style="${version.style}">\n${version.parts.map((part) => asHtml(part, version)).join("\n")}\n</div>`,
      ),
      "</body></html>",
    ].join("\n"),
  };
}

const divider = "\n\n----------\n\n";

interface Language {
  lang: string;
  dir: "ltr" | "rtl";
  style: string;
  say: LetterSay;
  /** What is in another script keeps its own direction. */
  apart: (value: string) => string;
}

const languages: readonly Language[] = [
  { lang: "en", dir: "ltr", style: "margin-bottom:2em", say: english.say, apart: (value) => value },
  {
    lang: "ur",
    dir: "rtl",
    style: "border-top:1px solid #ddd;padding-top:1em;line-height:1.8",
    say: (text, values = {}) =>
      english.say(
        letters[text],
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(String(value))])),
      ),
    apart: isolated,
  },
];

function asText(part: LetterPart, { apart }: Language): string {
  if ("text" in part) return part.text;
  if ("link" in part) return part.link;
  return part.lines.map(([label, value]) => `  ${label}: ${apart(value)}`).join("\n");
}

function asHtml(part: LetterPart, { apart }: Language): string {
  if ("text" in part) return `<p dir="auto">${escapeHtml(part.text)}</p>`;
  if ("link" in part) return `<p dir="ltr"><a href="${escapeHtml(part.link)}">${escapeHtml(part.link)}</a></p>`;
  const cell = 'style="padding:4px 0;padding-inline-end:16px;border-bottom:1px solid #ddd;text-align:start"';
  const rows = part.lines.map(
    ([label, value]) =>
      `<tr><th scope="row" ${cell}>${escapeHtml(label)}</th><td ${cell}>${escapeHtml(apart(value))}</td></tr>`,
  );
  return `<table style="border-collapse:collapse">${rows.join("")}</table>`;
}

/** First strong isolate, pop directional isolate. */
function isolated(value: string): string {
  return `\u2068${value}\u2069`;
}
