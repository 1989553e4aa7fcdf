import { z } from "zod";
import { type FieldMeta, metaOf } from "./fields.ts";
import type { Paisa } from "./money.ts";
import type { Flag, PagePath, PageSpec } from "./pages.ts";

export type Shape = Readonly<Record<string, z.ZodType>>;
export type StoredRow = { readonly Version: number } & Readonly<Record<string, unknown>>;

/** What a verb asks for: a flag of a page. */
export interface Guard {
  page: PagePath;
  flag: Flag;
}

/** A page of a resource's own. What can be done on it is, unless said, what its verbs ask for there. */
type OwnPage = Omit<PageSpec<PagePath>, "actions"> & Partial<Pick<PageSpec, "actions">>;

export type Verb = "list" | "create" | "update" | "remove";

/** A value shown beside a reference, read from the record referred to. */
export interface Join<Value = unknown> {
  via: string;
  target: AnyResource;
  name: string;
  readonly value?: Value;
}

/** A text of a record that follows from one of its own numbers; presented only, not stored, and no list parameter. */
export interface Lookup {
  via: string;
  value: (key: number) => string;
}

/** A list parameter that is not a field: the rows whose `field` lies between two bounds, both included. */
export interface RangeFilter {
  field: string;
  range: (value: number) => readonly [string, string] | readonly [number, number];
}

/** A list parameter that is not a field: the rows whose `field` reads as the pattern says. */
export interface PatternFilter {
  field: string;
  pattern: (value: number) => RegExp;
}

/**
 * A list parameter, 1 or 0: the rows in which `field` is set, or those in which it is null. A list that does not name it
 * takes `byDefault`. Live, a row that such a plain list does not show is told as a delete that carries the record: who follows
 * the plain list drops it, who follows the other one takes it in.
 */
export interface IsSetFilter {
  field: string;
  defaultValue: 0 | 1;
}

export type ListFilter = RangeFilter | PatternFilter | IsSetFilter;

/** The rows of another resource in other words. A resource that is a view keeps nothing: every row is made from its source's. */
export interface Derivation<Shown = StoredRow> {
  source: AnyResource;
  /**
   * What a list of the view may be asked by: its own name → the source's field or filter. Filters that both declare are the
   * source's in the list and the view's own wherever its records are looked at. `own` names a field that both have.
   */
  fieldMap: Readonly<Record<string, string>>;
  toRow(row: Readonly<Record<string, unknown>>): Shown;
}

/** All that is known of a resource. REST, live events, forms, storage and access are derived from it. */
export interface Resource<Row = StoredRow, Rec = object, Parsed = unknown, Input = unknown> {
  name: string;
  /** Where POST, PUT and DELETE go; the same as `name` but for menus. */
  writePath: string;
  idField: string;
  label: string;
  /** The field that names a record to people, in 'in use by' and in toasts. */
  titleField: string;
  /** Undefined where its records count among another's. */
  page?: OwnPage;
  guards: Readonly<Record<Verb, Guard>>;
  verbs: readonly Verb[];
  /** What PUT takes, and POST unless `create` says otherwise. Fields it does not name are dropped. */
  input: z.ZodType<Parsed>;
  createInput: z.ZodType;
  fields: ReadonlyMap<string, FieldMeta>;
  joins: Readonly<Record<string, Join>>;
  lookups: Readonly<Record<string, Lookup>>;
  unique: readonly (readonly string[])[];
  /** Fields that stay as they were made. */
  immutable: readonly string[];
  /** The field that holds the PlotID by which a row belongs to a resident. */
  ownerField?: string;
  /** Readable for whoever may view a page whose forms offer it. */
  lookup: boolean;
  /** Kept in memory by every server: what access and joins are read from. */
  cached: boolean;
  /** Never listed and never told to anyone. */
  internal: boolean;
  /** What `q` looks into. */
  searchFields: readonly string[];
  filters: Readonly<Record<string, ListFilter>>;
  indexes: readonly (readonly string[])[];
  /** What it is a view of; it can only be read then. */
  derivedFrom?: Derivation;
  /** Types only; holds nothing. */
  readonly types?: { row: Row; record: Rec; input: Input };
}

/** Any resource, whatever its rows. */
export type AnyResource = Resource<StoredRow>;

export type RowOf<R extends AnyResource> = NonNullable<R["types"]>["row"];
export type RecordOf<R extends AnyResource> = NonNullable<R["types"]>["record"];
export type InputOf<R extends AnyResource> = NonNullable<R["types"]>["input"];

/** How a stored value travels: paisa become rupees, all else stays. */
export type Wire<T> = T extends Paisa
  ? number
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;

type Simplify<T> = { [K in keyof T]: T[K] };
type Outputs<S extends Shape> = { -readonly [K in keyof S]: z.output<S[K]> };
type Inputs<S extends Shape> = z.input<z.ZodObject<S>>;
type Joined<J> = { [K in keyof J]: J[K] extends Join<infer Value> ? Value : never };
type Row<Id extends string, I extends Shape, C extends Shape> = Simplify<
  { [K in Id]: number } & Outputs<I> & Outputs<C> & { Version: number }
>;

interface ResourceSpec<
  Id extends string,
  I extends Shape,
  C extends Shape,
  J extends Readonly<Record<string, Join>>,
  L extends string,
> {
  name: string;
  writePath?: string;
  idField: Id;
  label: string;
  titleField?: NoInfer<keyof I | keyof C | Id>;
  /** Its own, or by its path the one to which its records count. */
  page: OwnPage | PagePath;
  /** Flags that differ from CanView, CanAdd, CanUpdate and CanDelete of the page. */
  guards?: Partial<Record<Verb, Guard>>;
  /** The verbs that exist; all four when left out. */
  verbs?: readonly Verb[];
  input: I;
  /** What POST takes where that is not the record itself. */
  createInput?: z.ZodType;
  /** Rules between fields; each broken one is named at its field. */
  rules?: (input: z.output<z.ZodObject<I>>, refuse: (field: keyof I & string, message: string) => void) => void;
  /** The server's own fields. */
  computed?: C;
  joins?: J;
  lookups?: Readonly<Record<L, Lookup>>;
  unique?: readonly (readonly NoInfer<keyof I | keyof C>[])[];
  immutable?: readonly NoInfer<keyof I>[];
  ownerField?: NoInfer<keyof I | keyof C | Id>;
  lookup?: boolean;
  cached?: boolean;
  internal?: boolean;
  /** Every text, joined ones too, when left out. */
  searchFields?: readonly string[];
  filters?: Readonly<Record<string, ListFilter>>;
  indexes?: readonly (readonly NoInfer<keyof I | keyof C>[])[];
  derivedFrom?: Derivation<NoInfer<Row<Id, I, C>>>;
}

/** Declares a resource; the only place where its fields, messages, rights and rules of shape are written. */
export function defineResource<
  Id extends string,
  I extends Shape,
  C extends Shape = Record<never, never>,
  J extends Readonly<Record<string, Join>> = Record<never, never>,
  L extends string = never,
>(
  spec: ResourceSpec<Id, I, C, J, L>,
): Resource<
  Row<Id, I, C>,
  Simplify<Wire<Row<Id, I, C>> & Joined<J> & Record<L, string>>,
  z.output<z.ZodObject<I>>,
  Inputs<I>
> {
  const input = z.object(spec.input).superRefine((value, context) => {
    // A value that is out of its own bounds makes no sense to the others.
    if (context.issues.length > 0) return;
    spec.rules?.(value, (field, message) => context.addIssue({ code: "custom", path: [field], message }));
  });
  const shape: Shape = { ...spec.input, ...spec.computed };
  const own = typeof spec.page === "string" ? undefined : spec.page;
  const page = typeof spec.page === "string" ? spec.page : spec.page.path;
  return {
    name: spec.name,
    writePath: spec.writePath ?? spec.name,
    idField: spec.idField,
    label: spec.label,
    titleField: String(spec.titleField ?? Object.keys(spec.input)[0] ?? spec.idField),
    page: own,
    guards: {
      list: { page, flag: "CanView" },
      create: { page, flag: "CanAdd" },
      update: { page, flag: "CanUpdate" },
      remove: { page, flag: "CanDelete" },
      ...spec.guards,
    },
    verbs: spec.verbs ?? (spec.derivedFrom ? ["list"] : ["list", "create", "update", "remove"]),
    input,
    createInput: spec.createInput ?? input,
    fields: collectFieldMeta(spec.idField, shape),
    joins: spec.joins ?? {},
    lookups: spec.lookups ?? {},
    unique: (spec.unique ?? []).map((keys) => keys.map(String)),
    immutable: (spec.immutable ?? []).map(String),
    ownerField: spec.ownerField === undefined ? undefined : String(spec.ownerField),
    lookup: spec.lookup ?? false,
    cached: spec.cached ?? false,
    internal: spec.internal ?? false,
    searchFields: spec.searchFields ?? textFieldNames(shape, spec.joins ?? {}),
    filters: spec.filters ?? {},
    indexes: (spec.indexes ?? []).map((keys) => keys.map(String)),
    derivedFrom: spec.derivedFrom,
  };
}

/** Makes a view's rows from those of `source`. */
export function deriveFrom<Source extends StoredRow, Shown extends StoredRow>(
  source: Resource<Source>,
  parts: { fieldMap: Derivation["fieldMap"]; toRow: (row: Source) => Shown },
): Derivation<Shown>;
export function deriveFrom(source: AnyResource, parts: Omit<Derivation, "source">): Derivation {
  return { source, ...parts };
}

/** Shows `name` of the record that `via` refers to. */
export function join<Rec, Name extends keyof Rec & string>(
  via: string,
  target: Resource<StoredRow, Rec>,
  name: Name,
): Join<Rec[Name]>;
export function join(via: string, target: AnyResource, name: string): Join {
  return { via, target, name };
}

/** Is this document a row of the resource? Each of its fields was parsed or computed under the type that the row promises. */
export function isRowOf<Row>(resource: Resource<Row>, doc: unknown): doc is Row {
  if (typeof doc !== "object" || doc === null) return false;
  for (const field of resource.fields.keys()) if (Reflect.get(doc, field) === undefined) return false;
  return true;
}

function textFieldNames(shape: Shape, joined: Readonly<Record<string, Join>>): string[] {
  const own = Object.entries(shape).filter(([, schema]) => metaOf(schema).kind === "text");
  const shown = Object.entries(joined).filter(([, { target, name }]) => target.fields.get(name)?.kind === "text");
  return [...own, ...shown].map(([name]) => name);
}

function collectFieldMeta(id: string, shape: Shape): ReadonlyMap<string, FieldMeta> {
  const fields = new Map<string, FieldMeta>([[id, { kind: "integer" }]]);
  for (const [name, schema] of Object.entries(shape)) fields.set(name, metaOf(schema));
  return fields.set("Version", { kind: "integer" });
}
