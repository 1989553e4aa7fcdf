import { type Day, monthNames, monthOf } from "../../../shared/dates.ts";
import { englishLocale } from "../../../shared/documents/locale.ts";
import { mailTextsUr } from "../../../shared/locales/mail-ur.ts";
import { escapeHtml, type MailMessage } from "../message.ts";

/** Translates a text of a mail and fills its `{placeholders}`. */
export type TemplateTranslate = (text: keyof typeof mailTextsUr, values?: Values) => string;

export type DetailRow = readonly [label: string, value: string];

/** A paragraph, a table or a link. */
export type TemplateBlock = { text: string } | { details: readonly DetailRow[] } | { link: string };

type Values = Readonly<Record<string, string | number>>;

interface BilingualTemplate extends Pick<MailMessage, "to" | "subject"> {
  /** Name of the society, as the signature. */
  society: string;
  /** The content between greeting and signature. */
  blocks: (t: TemplateTranslate) => readonly TemplateBlock[];
}

/** Renders a message in English, then in Urdu, as text and as HTML. */
export function renderBilingual({ to, subject, society, blocks }: BilingualTemplate): MailMessage {
  const versions = languages.map((language) => ({
    ...language,
    blocks: [
      { text: language.t("Dear {name},", { name: to.name }) },
      ...blocks(language.t),
      { text: society },
    ] as const,
  }));
  return {
    to,
    subject,
    text: versions
      .map((version) => version.blocks.map((block) => renderText(block, version)).join("\n\n"))
      .join(divider),
    html: [
      '<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;color:#222">',
      ...versions.map(
        (version) =>
          `<div lang="${version.lang}" dir="${version.dir}" style="${version.style}">\n${version.blocks.map((block) => renderHtml(block, version)).join("\n")}\n</div>`,
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
  t: TemplateTranslate;
  /** Keeps a value in another script from changing the direction of the text around it. */
  isolate: (value: string) => string;
}

const languages: readonly Language[] = [
  { lang: "en", dir: "ltr", style: "margin-bottom:2em", t: englishLocale.t, isolate: (value) => value },
  {
    lang: "ur",
    dir: "rtl",
    style: "border-top:1px solid #ddd;padding-top:1em;line-height:1.8",
    t: (text, values = {}) =>
      englishLocale.t(
        mailTextsUr[text],
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolateDirection(String(value))])),
      ),
    isolate: isolateDirection,
  },
];

function renderText(block: TemplateBlock, { isolate }: Language): string {
  if ("text" in block) return block.text;
  if ("link" in block) return block.link;
  return block.details.map(([label, value]) => `  ${label}: ${isolate(value)}`).join("\n");
}

function renderHtml(block: TemplateBlock, { isolate }: Language): string {
  if ("text" in block) return `<p dir="auto">${escapeHtml(block.text)}</p>`;
  if ("link" in block) return `<p dir="ltr"><a href="${escapeHtml(block.link)}">${escapeHtml(block.link)}</a></p>`;
  const cell = 'style="padding:4px 0;padding-inline-end:16px;border-bottom:1px solid #ddd;text-align:start"';
  const rows = block.details.map(
    ([label, value]) =>
      `<tr><th scope="row" ${cell}>${escapeHtml(label)}</th><td ${cell}>${escapeHtml(isolate(value))}</td></tr>`,
  );
  return `<table style="border-collapse:collapse">${rows.join("")}</table>`;
}

/** Encloses the value in Unicode's First Strong Isolate and Pop Directional Isolate. */
function isolateDirection(value: string): string {
  return `\u2068${value}\u2069`;
}

/** The month of a day, translated: `October 2026`. */
export function formatMonth(t: TemplateTranslate, day: Day): string {
  const { year, month } = monthOf(day);
  const name = monthNames[month - 1];
  return name === undefined ? "" : t("{month} {year}", { month: t(name), year });
}
