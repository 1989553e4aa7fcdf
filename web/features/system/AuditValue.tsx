import { z } from "zod";
import { formatDay, formatMoment, isDay } from "../../../shared/dates.ts";
import type { FieldMeta } from "../../../shared/fields.ts";
import { formatRupees, sumPaisa, toPaisa, toRupees } from "../../../shared/money.ts";
import { pageByNumber } from "../../../shared/pages.ts";
import { resources } from "../../../shared/resources/index.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { say, sayMessage, sayName } from "../../lib/language.ts";
import { monthName } from "../../months.ts";
import { AuditReferences } from "./AuditReferences.tsx";

/** A value of a record as people read it. */
export function AuditValue({ name, meta, value }: { name: string; meta: FieldMeta; value: unknown }) {
  if (value === undefined || value === null || value === "") return <bdi>{say("nothing")}</bdi>;
  if (name === "ParentMenuID" && value !== 0) return <AuditReferences target={menus} ids={[Number(value)]} />;
  if (meta.kind === "list") return <List meta={meta} value={value} />;
  const target = meta.kind === "ref" ? resources.find((each) => each.name === meta.target?.name) : undefined;
  if (target) return <AuditReferences target={target} ids={[Number(value)]} />;
  const [text, direction] = textOf({ name, meta, value });
  return <bdi dir={direction}>{text}</bdi>;
}

function List({ meta, value }: { meta: FieldMeta; value: unknown }) {
  const ids = z.array(z.int()).safeParse(value);
  if (ids.success && ids.data.length === 0) return <bdi>{say("nothing")}</bdi>;
  if (ids.success && meta.target?.name === plot.name) return <AuditReferences target={plot} ids={ids.data} />;
  const given = allocations.parse(value);
  const sum = formatRupees(toRupees(sumPaisa(given.map(({ Amount }) => toPaisa(Amount)))), 2);
  return <bdi>{say("{count} for {sum}", { count: given.length, sum })}</bdi>;
}

const allocations = z.array(z.object({ Amount: z.number() })).catch([]);

function textOf({ name, meta, value }: { name: string; meta: FieldMeta; value: unknown }): [string, "ltr"?] {
  const text = String(value);
  switch (meta.kind) {
    case "money":
      return [formatRupees(Number(value), 2), "ltr"];
    case "day":
      return [isDay(text) ? formatDay(text) : text, "ltr"];
    case "instant":
      return [formatMoment(new Date(text)), "ltr"];
    case "bit":
    case "yesNo":
      return [say(value === 1 || value === true ? "Yes" : "No")];
  }
  if (/Month$/.test(name)) return [monthName(Number(value))];
  if (name === "MenuURL") return [sayName(pageByNumber(Number(value))?.title ?? text)];
  if (name === "ParentMenuID") return [say("Top level")];
  if (name === "ReceiptNo") return [receiptName({ ReceiptNo: Number(value) }), "ltr"];
  if (name === "Scope") return [say(value === "own" ? "Own plots only" : "All plots")];
  if (name === "MailError") return [sayMessage(text)];
  return [meta.words || portalNames.has(name) ? sayName(text) : text];
}

/** The portal gives these names itself; all other text is somebody's own. */
const portalNames: ReadonlySet<string> = new Set(["MenuName", "ActionName", "RoleName"]);
