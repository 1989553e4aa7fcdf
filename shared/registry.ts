import { z } from "zod";
import type { Derivation } from "./derivation.ts";
import type { ListFilter } from "./domain/list-filters.ts";
import { type FieldMeta, metaOf } from "./field-meta.ts";
import type { Paisa } from "./money.ts";
import type { Flag, PagePath, PageSpec } from "./pages.ts";

/** The fields of an object as zod schemas. */
export type Shape = Readonly<Record<string, z.ZodType>>;
/** A document of a resource's collection; amounts in paisa. */
export type StoredRow = { readonly Version: number } & Readonly<Record<string, unknown>>;

/** A permission that is needed: a flag of a page. */
export interface Guard {
  page: PagePath;
  flag: Flag;
}

/** A page of a resource. Its actions default to the flags that the resource's verbs need there. */
type ResourcePage = Omit<PageSpec<PagePath>, "actions"> & Partial<Pick<PageSpec, "actions">>;

export type Verb = "list" | "create" | "update" | "remove";

/** A field of a referenced record that is added to this record. */
export interface Join<Value = unknown> {
  /** The field of this record with the reference. */
  via: string;
  target: AnyResource;
  /** The field of the referenced record whose value is added. */
  targetField: string;
  /** For types only; never set. */
  readonly value?: Value;
}

/**
 * A text that is computed from a number of the same record when it is presented; neither stored nor a list parameter.
 */
export interface DerivedText {
  /** The field with the number. */
  via: string;
  value: (fieldValue: number) => string;
}

/**
 * The fields that decide in which months a row lies. While one of these months is locked, the row cannot be created,
 * changed or deleted. See shared/domain/month-lock.ts.
 */
export interface MonthLockRule<Field extends string = string> {
  /** Fields with days, which can be null. */
  dayFields: readonly Field[];
  /** A year and a month as text, for rows that belong to a month as a whole. */
  monthFields?: { year: Field; month: Field };
  /** Fields that can change in a locked month: those that a later payment changes, and the state of mails. */
  exemptFields: readonly Field[];
}

/** The declaration of a resource. REST, live events, forms, storage and access are derived from it. */
export interface Resource<Row = StoredRow, Rec = object, Parsed = unknown, Input = unknown> {
  name: string;
  /** Path of POST, PUT and DELETE; differs from `name` only for menus. */
  writePath: string;
  idField: string;
  label: string;
  /** The field that names a record to users, in 'in use by' errors and in toasts. */
  titleField: string;
  /** Undefined when its records belong to the page of another resource. */
  page?: ResourcePage;
  guards: Readonly<Record<Verb, Guard>>;
  verbs: readonly Verb[];
  /** The body of PUT. Unknown fields are dropped. */
  input: z.ZodType<Parsed>;
  /** The body of POST. */
  createInput: z.ZodType;
  /** By name: the id, the input and server fields and `Version`, without joined fields and derived texts. */
  fields: ReadonlyMap<string, FieldMeta>;
  joins: Readonly<Record<string, Join>>;
  derivedTexts: Readonly<Record<string, DerivedText>>;
  /** Sets of fields whose values together are unique; upper and lower case are equal. */
  unique: readonly (readonly string[])[];
  /** Fields whose values together are unique among the rows in which the bit field `unless` is 0. */
  partialUnique?: { keys: readonly string[]; unless: string };
  /** Fields that cannot be changed after creation. */
  immutable: readonly string[];
  /** The field with the PlotID that decides which residents can see the row. */
  plotField?: string;
  /**
   * Only viewers with scope `all` see the rows, which belong to no plot, but have data of houses or of office cash.
   */
  requiresScopeAll?: boolean;
  /** A second field with a PlotID whose residents can see the row too. */
  receiverPlotField?: string;
  /**
   * The field with the row's date, which is compared with the ownership of the plot: a resident sees only rows dated on
   * or after the first day of their ownership.
   */
  ownershipDateField?: string;
  /** The field with the row's last day, or null. A resident sees no row that ended before their ownership. */
  ownershipEndField?: string;
  /**
   * Guards that let a user read the list without `guards.list`, to choose or show a reference; one of them is enough.
   * `referencing resources`: those of the lists of the resources that reference this one.
   */
  otherListGuards: readonly Guard[] | "referencing resources";
  /** Kept in the reference cache of every server, for permissions and joins. */
  cached: boolean;
  /** Neither listed nor broadcast. */
  internal: boolean;
  /** To write records, users with a second factor must have entered a code recently. */
  writesRequireReauthentication: boolean;
  /** Fields that `q` searches. */
  searchFields: readonly string[];
  /** The prefix that users see before the number in `titleField`: "R-" in R-12; "" for none. `q` finds 12 and R-12. */
  namePrefix: string;
  /** The fields by which a list can be sorted, besides id and plot fields, each with an index. Undefined: all. */
  sortFields?: readonly string[];
  filters: Readonly<Record<string, ListFilter>>;
  indexes: readonly (readonly string[])[];
  /** Text fields with an index that ignores case, for `find` with `ignoreCase`. */
  ignoreCaseIndexes: readonly string[];
  /** `false` or undefined if the rows have no day in the books, so that the month lock does not concern them. */
  monthLock?: MonthLockRule | false;
  /** The sources of a derived resource, in ascending order of their `idOffset`. */
  derivedFrom?: readonly Derivation[];
  /** For types only; never set. */
  readonly types?: { row: Row; record: Rec; input: Input };
}

/** A resource with any type of rows. */
export type AnyResource = Resource<StoredRow>;

export type RowOf<R extends AnyResource> = NonNullable<R["types"]>["row"];
export type RecordOf<R extends AnyResource> = NonNullable<R["types"]>["record"];
export type InputOf<R extends AnyResource> = NonNullable<R["types"]>["input"];

/** The type of a stored value in the API: paisa become rupees. */
export type Wire<T> = T extends Paisa
  ? number
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [K in keyof T]: Wire<T[K]> }
      : T;

/** Shows the fields of an intersection as one object type in the editor. */
type Simplify<T> = { [Name in keyof T]: T[Name] };
type Outputs<Fields extends Shape> = { -readonly [Name in keyof Fields]: z.output<Fields[Name]> };
type Joined<Joins> = { [Name in keyof Joins]: Joins[Name] extends Join<infer Value> ? Value : never };
type Row<Id extends string, Input extends Shape, ServerFields extends Shape> = Simplify<
  { [Name in Id]: number } & Outputs<Input> & Outputs<ServerFields> & { Version: number }
>;

interface ResourceSpec<
  Id extends string,
  Input extends Shape,
  ServerFields extends Shape,
  Joins extends Readonly<Record<string, Join>>,
  TextName extends string,
> {
  name: string;
  writePath?: string;
  idField: Id;
  label: string;
  titleField?: NoInfer<keyof Input | keyof ServerFields | Id>;
  /** Its page, or the path of the page of another resource to which its records belong. */
  page: ResourcePage | PagePath;
  /** Flags that differ from CanView, CanAdd, CanUpdate and CanDelete of the page. */
  guards?: Partial<Record<Verb, Guard>>;
  /** Defaults to all four. */
  verbs?: readonly Verb[];
  input: Input;
  /** The body of POST, if it differs from `input`. */
  createInput?: z.ZodType;
  /** Rules between fields; a violation is reported at its field. */
  rules?: (input: z.output<z.ZodObject<Input>>, refuse: (field: keyof Input & string, message: string) => void) => void;
  /** Fields that only the server sets. They are not validated: the message in a schema only names the field, unseen. */
  serverFields?: ServerFields;
  joins?: Joins;
  derivedTexts?: Readonly<Record<TextName, DerivedText>>;
  unique?: readonly (readonly NoInfer<keyof Input | keyof ServerFields>[])[];
  partialUnique?: {
    keys: readonly NoInfer<keyof Input | keyof ServerFields>[];
    unless: NoInfer<keyof Input | keyof ServerFields>;
  };
  immutable?: readonly NoInfer<keyof Input>[];
  plotField?: NoInfer<keyof Input | keyof ServerFields | Id>;
  requiresScopeAll?: boolean;
  receiverPlotField?: NoInfer<keyof Input | keyof ServerFields>;
  ownershipDateField?: NoInfer<keyof Input | keyof ServerFields>;
  ownershipEndField?: NoInfer<keyof Input | keyof ServerFields>;
  otherListGuards?: readonly Guard[] | "referencing resources";
  cached?: boolean;
  internal?: boolean;
  writesRequireReauthentication?: boolean;
  /** Defaults to all text fields, joined ones included. */
  searchFields?: readonly string[];
  namePrefix?: string;
  /** For resources with more than some thousand rows. */
  sortFields?: readonly NoInfer<keyof Input | keyof ServerFields>[];
  filters?: Readonly<Record<string, ListFilter>>;
  indexes?: readonly (readonly NoInfer<keyof Input | keyof ServerFields>[])[];
  ignoreCaseIndexes?: readonly NoInfer<keyof Input | keyof ServerFields>[];
  /** Required for rows with a day; `false` if no day of them is in the books. */
  monthLock?: MonthLockRule<NoInfer<(keyof Input | keyof ServerFields) & string>> | false;
  derivedFrom?: readonly Derivation<NoInfer<Row<Id, Input, ServerFields>>>[];
}

/** Declares a resource: fields, messages, permissions and rules. */
export function defineResource<
  Id extends string,
  Input extends Shape,
  ServerFields extends Shape = Record<never, never>,
  Joins extends Readonly<Record<string, Join>> = Record<never, never>,
  TextName extends string = never,
>(
  spec: ResourceSpec<Id, Input, ServerFields, Joins, TextName>,
): Resource<
  Row<Id, Input, ServerFields>,
  Simplify<Wire<Row<Id, Input, ServerFields>> & Joined<Joins> & Record<TextName, string>>,
  z.output<z.ZodObject<Input>>,
  z.input<z.ZodObject<Input>>
> {
  const input = z.object(spec.input).superRefine((value, context) => {
    // Rules between fields expect that each field is valid by itself.
    if (context.issues.length > 0) return;
    spec.rules?.(value, (field, message) => context.addIssue({ code: "custom", path: [field], message }));
  });
  const shape: Shape = { ...spec.input, ...spec.serverFields };
  const page = typeof spec.page === "string" ? undefined : spec.page;
  const path = typeof spec.page === "string" ? spec.page : spec.page.path;
  return {
    name: spec.name,
    writePath: spec.writePath ?? spec.name,
    idField: spec.idField,
    label: spec.label,
    titleField: String(spec.titleField ?? Object.keys(spec.input)[0] ?? spec.idField),
    page,
    guards: {
      list: { page: path, flag: "CanView" },
      create: { page: path, flag: "CanAdd" },
      update: { page: path, flag: "CanUpdate" },
      remove: { page: path, flag: "CanDelete" },
      ...spec.guards,
    },
    verbs: spec.verbs ?? (spec.derivedFrom ? ["list"] : ["list", "create", "update", "remove"]),
    input,
    createInput: spec.createInput ?? input,
    fields: collectFieldMeta(spec.idField, shape),
    joins: spec.joins ?? {},
    derivedTexts: spec.derivedTexts ?? {},
    unique: (spec.unique ?? []).map((keys) => keys.map(String)),
    partialUnique: spec.partialUnique && {
      keys: spec.partialUnique.keys.map(String),
      unless: String(spec.partialUnique.unless),
    },
    immutable: (spec.immutable ?? []).map(String),
    plotField: spec.plotField === undefined ? undefined : String(spec.plotField),
    requiresScopeAll: spec.requiresScopeAll ?? false,
    receiverPlotField: spec.receiverPlotField === undefined ? undefined : String(spec.receiverPlotField),
    ownershipDateField: spec.ownershipDateField === undefined ? undefined : String(spec.ownershipDateField),
    ownershipEndField: spec.ownershipEndField === undefined ? undefined : String(spec.ownershipEndField),
    otherListGuards: spec.otherListGuards ?? [],
    cached: spec.cached ?? false,
    internal: spec.internal ?? false,
    writesRequireReauthentication: spec.writesRequireReauthentication ?? false,
    searchFields: spec.searchFields ?? listTextFieldNames(shape, spec.joins ?? {}),
    namePrefix: spec.namePrefix ?? "",
    sortFields: spec.sortFields?.map(String),
    filters: spec.filters ?? {},
    indexes: (spec.indexes ?? []).map((keys) => keys.map(String)),
    ignoreCaseIndexes: (spec.ignoreCaseIndexes ?? []).map(String),
    monthLock: spec.monthLock,
    derivedFrom: spec.derivedFrom,
  };
}

/** Adds the field `targetField` of the `target` record that the field `via` references. */
export function join<Rec, Name extends keyof Rec & string>(
  via: string,
  target: Resource<StoredRow, Rec>,
  targetField: Name,
): Join<Rec[Name]>;
export function join(via: string, target: AnyResource, targetField: string): Join {
  return { via, target, targetField };
}

/** Whether the document has all fields of the resource. Their types were checked when the document was written. */
export function isRowOf<Row>(resource: Resource<Row>, doc: unknown): doc is Row {
  if (typeof doc !== "object" || doc === null) return false;
  for (const field of resource.fields.keys()) if (Reflect.get(doc, field) === undefined) return false;
  return true;
}

function listTextFieldNames(shape: Shape, joined: Readonly<Record<string, Join>>): string[] {
  const ownFields = Object.entries(shape).filter(([, schema]) => metaOf(schema).kind === "text");
  const joinedFields = Object.entries(joined).filter(
    ([, { target, targetField }]) => target.fields.get(targetField)?.kind === "text",
  );
  return [...ownFields, ...joinedFields].map(([name]) => name);
}

function collectFieldMeta(idField: string, shape: Shape): ReadonlyMap<string, FieldMeta> {
  const fields = new Map<string, FieldMeta>([[idField, { kind: "integer" }]]);
  for (const [name, schema] of Object.entries(shape)) fields.set(name, metaOf(schema));
  return fields.set("Version", { kind: "integer" });
}
