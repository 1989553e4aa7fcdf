import styled from "styled-components";
import { z } from "zod";
import { formatDateTime, formatDay, isDay, monthOf } from "../../../shared/dates.ts";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { FieldMeta } from "../../../shared/field-meta.ts";
import { formatRupees, sumRupees } from "../../../shared/money.ts";
import { pageById } from "../../../shared/pages.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { resources } from "../../../shared/resources/index.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { plot } from "../../../shared/resources/plot.ts";
import { useSession } from "../../api/session.ts";
import { monthName, monthYearText } from "../../i18n/dateTime.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { idOf, titleOf } from "../../resource/formValues.ts";
import { formatFieldLabel, formatOption, isEmptyValue } from "./fieldChanges.ts";

/** The value of a field, formatted by the field's kind. */
export function AuditValue({ name, meta, value }: { name: string; meta: FieldMeta; value: unknown }) {
  if (isEmptyValue(value)) return <bdi>{t("nothing")}</bdi>;
  if (name === "ParentMenuID" && value !== 0) return <AuditReferences target={menus} ids={[Number(value)]} />;
  if (meta.kind === "group") return <GroupValue meta={meta} value={value} />;
  if (name === "Logo") return <bdi>{t("Image")}</bdi>;
  if (name === "BankAccounts") return <bdi>{describeBankAccounts(value)}</bdi>;
  if (meta.kind === "list") return <ListValue meta={meta} value={value} />;
  const target = meta.kind === "ref" ? resources.find(({ name }) => name === meta.target?.name) : undefined;
  if (target) return <AuditReferences target={target} ids={[Number(value)]} />;
  const [text, direction] = formatValue({ name, meta, value });
  return <bdi dir={direction}>{text}</bdi>;
}

/**
 * The names or ids of referenced records; the number and sum of items with an amount, such as allocations; all values
 * of other items, one line each.
 */
function ListValue({ meta, value }: { meta: FieldMeta; value: unknown }) {
  const items = listSchema.parse(value);
  if (meta.target?.name === plot.name) return <AuditReferences target={plot} ids={items.map(Number)} />;
  // The only other ids are those of cheques, of which there are too many to load for their names.
  if (meta.target) return <bdi>{items.map((id) => formatId(Number(id))).join(t(", "))}</bdi>;
  if (meta.moneyFields?.includes("Amount")) {
    const sum = formatRupees(sumRupees(items.map((item) => Number(Object(item).Amount))), 2);
    return <bdi>{t("{count} for {sum}", { count: items.length, sum })}</bdi>;
  }
  // Items can be equal, and their order does not change.
  return [...items.entries()].map(([index, item]) => (
    <Line key={index}>
      <GroupValue meta={meta} value={item} />
    </Line>
  ));
}

const listSchema = z.array(z.unknown()).catch([]);

const Line = styled.span`
  display: block;
`;

/** The set values of an object, each with its label. */
function GroupValue({ meta, value }: { meta: FieldMeta; value: unknown }) {
  const fields = Object.entries(meta.itemFields ?? {}).map(([name, itemMeta]) => {
    return { name, itemMeta, itemValue: Object(value)[name] };
  });
  const fieldsWithValue = fields.filter(({ itemValue }) => !isEmptyValue(itemValue) && itemValue !== false);
  if (fieldsWithValue.length === 0) return <bdi>{t("nothing")}</bdi>;
  return fieldsWithValue.map(({ name, itemMeta, itemValue }) => (
    <span key={name}>
      {formatFieldLabel(name)}: <AuditValue name={name} meta={itemMeta} value={itemValue} />{" "}
    </span>
  ));
}

const bankAccountsSchema = z.array(z.object({ Title: z.string(), Bank: z.string(), IBAN: z.string() })).catch([]);

function describeBankAccounts(value: unknown): string {
  const accounts = bankAccountsSchema.parse(value).map(({ Title, Bank, IBAN }) => `${Title} (${Bank}, ${IBAN})`);
  return accounts.length === 0 ? t("nothing") : accounts.join(t(", "));
}

/** The text of a value and its direction; no direction for texts in the language of the user. */
function formatValue({ name, meta, value }: { name: string; meta: FieldMeta; value: unknown }): [string, "ltr"?] {
  const text = String(value);
  switch (meta.kind) {
    case "money":
      return [formatRupees(Number(value), 2), "ltr"];
    case "day":
      return [isDay(text) ? formatDay(text) : text, "ltr"];
    case "instant":
      return [formatDateTime(new Date(text)), "ltr"];
    case "bit":
    case "boolean":
      return [t(value === 1 || value === true ? "Yes" : "No")];
  }
  if (name === "BillingMonth" || name === "LockedThrough") return [monthYearText(monthOf(`${value}-01`))];
  if (/Month$/.test(name)) return [monthName(Number(value))];
  if (name === "MenuURL") return [translateName(pageById(Number(value))?.title ?? text)];
  if (name === "ParentMenuID") return [t("Top level")];
  if (name === "ReceiptNo") return [receiptName({ ReceiptNo: Number(value) }), "ltr"];
  if (name === "MailError") return [translateMessage(text)];
  if (name === "AttachmentID") return [`${t("File attached")} ${formatId(Number(value))}`];
  if (meta.options) return [formatOption(name, text)];
  return [translatableFields.has(name) ? translateName(text) : text];
}

/** Fields with built-in names among their values, which are translated. */
const translatableFields: ReadonlySet<string> = new Set(["MenuName", "ActionName", "RoleName"]);

/** Names of other records; the ids of those that are deleted or that the user may not list. */
export function AuditReferences({ target, ids }: { target: AnyResource; ids: readonly number[] }) {
  const session = useSession();
  const canList = session !== undefined && canAccess(session, { resource: target, verb: "list" });
  const { rows } = useResource(target, canList ? undefined : null);
  const names = new Map(rows.map((row) => [idOf(target, row), translateName(titleOf(target, row))]));
  return <bdi>{ids.map((id) => names.get(id) ?? formatId(id)).join(t(", "))}</bdi>;
}

function formatId(id: number): string {
  return `#${id}`;
}
