import { type Day, monthNames, monthOf } from "../../../shared/dates.ts";
import { englishLocale } from "../../../shared/documents/locale.ts";
import type { SocietyLetterhead } from "../../../shared/documents/pdf-document.ts";
import { societyName } from "../../../shared/domain/society-name.ts";
import { billTextsUr } from "../../../shared/locales/bill-ur.ts";
import { mailTextsUr } from "../../../shared/locales/mail-ur.ts";
import { escapeHtml, type MailMessage } from "../message.ts";

const textsUr = { ...mailTextsUr, ...billTextsUr };

/** Translates a text of a mail and fills its `{placeholders}`. */
export type TemplateTranslate = (text: keyof typeof textsUr, values?: Values) => string;

export type DetailRow = readonly [label: string, value: string];

/** A paragraph, a table or a link. */
export type TemplateBlock = { text: string } | { details: readonly DetailRow[] } | { link: string };

type Values = Readonly<Record<string, string | number>>;

interface BilingualTemplate extends Pick<MailMessage, "to" | "subject"> {
  /** Shown in the head of the HTML and in the signature. */
  society: SocietyLetterhead;
  /** The content between greeting and signature; `societyName` is in the language of `t`. */
  blocks: (t: TemplateTranslate, societyName: string) => readonly TemplateBlock[];
}

/** Renders a message in English, then in Urdu, as text and as HTML. */
export function renderBilingual({ to, subject, society, blocks }: BilingualTemplate): MailMessage {
  const versions = languages.map((language) => {
    const name = societyName(society, language.lang === "ur");
    return {
      ...language,
      blocks: [
        { text: to.name === "" ? language.t("Hello,") : language.t("Dear {name},", { name: to.name }) },
        ...blocks(language.t, name),
        { text: name },
      ] as const,
    };
  });
  const contact = [society.Address, society.Phone, society.Email].filter((line) => line !== "").join("\n");
  const logo = toAttachment(society.Logo);
  return {
    to,
    subject,
    text: versions
      .map((version) => version.blocks.map((block) => renderText(block, version)).join("\n\n"))
      .concat(contact === "" ? [] : [contact])
      .join(divider),
    attachments: logo ? [logo] : [],
    html: [
      '<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;color:#222">',
      renderHead(society),
      ...versions.map(
        (version) =>
          `<div lang="${version.lang}" dir="${version.dir}" style="${version.style}">\n${version.blocks.map((block) => renderHtml(block, version)).join("\n")}\n</div>`,
      ),
      ...(contact === "" ? [] : [`<p dir="auto" style="color:#666;white-space:pre-line">${escapeHtml(contact)}</p>`]),
      "</body></html>",
    ].join("\n"),
  };
}

/** Logo and names of the society, above the text. */
function renderHead({ Name, NameUrdu, Logo }: SocietyLetterhead): string {
  const image = Logo === "" ? "" : `<img src="cid:${logoId}" alt="" height="48" style="vertical-align:middle"> `;
  const urdu = NameUrdu === "" ? "" : ` · <bdi lang="ur">${escapeHtml(NameUrdu)}</bdi>`;
  return `<p style="border-bottom:1px solid #ddd;padding-bottom:12px">${image}<strong>${escapeHtml(Name)}</strong>${urdu}</p>`;
}

const logoId = "logo";

/** The logo as an attachment that the HTML shows. Undefined without a logo. */
function toAttachment(dataUrl: string): NonNullable<MailMessage["attachments"]>[number] | undefined {
  const [, contentType, format, base64] = /^data:(image\/(png|jpeg));base64,(.*)$/s.exec(dataUrl) ?? [];
  if (contentType === undefined || base64 === undefined) return undefined;
  return { filename: `logo.${format}`, contentType, content: Buffer.from(base64, "base64"), cid: logoId };
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
    // The text is in Urdu already, so that the English locale only fills in the values.
    t: (text, values = {}) =>
      englishLocale.t(
        textsUr[text],
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
