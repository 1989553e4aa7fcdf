import { z } from "zod";
import { type Endpoint, guardsOf } from "../../shared/endpoint.ts";
import { type PageEntry, pages } from "../../shared/pages.ts";
import { referrersOf } from "../../shared/referrers.ts";
import type { Guard } from "../../shared/registry.ts";
import { bodyOf } from "./body.ts";
import type { Feature } from "./feature.ts";
import { componentName, type JsonSchema, Schemas } from "./json-schema.ts";
import { listParameters } from "./list-parameters.ts";
import {
  answerAsFile,
  answers,
  answersOfList,
  answerWith,
  heldHeaders,
  inPath,
  inQuery,
  introduction,
  keyHeader,
  refusals,
} from "./openapi-parts.ts";
import type { Operation, Route } from "./routes.ts";

/** Of a resource's routes, whether it has them or not. */
export interface Operations {
  list: Operation;
  read: Operation;
  create: Operation;
  update: Operation;
  updateByBody: Operation;
  remove: Operation;
}

const nothing = z.object({ data: z.null() });
const accountTag = "Account";
/** What may be answered to whoever sends a record. */
const ofBodies = [400, 401, 403, 413, 415, 503];

/** Describes routes in the words of OpenAPI 3.1, from the same declarations by which they are answered. */
export class Documentation {
  readonly #schemas = new Schemas();
  readonly #operations = new Map<Feature, Operations>();

  resource(feature: Feature): Operations {
    const operations = this.#operations.get(feature) ?? this.#describe(feature);
    this.#operations.set(feature, operations);
    return operations;
  }

  #describe({ resource, documented = {} }: Feature): Operations {
    const name = componentName(resource.name);
    const label = resource.label.toLowerCase();
    const tags = [tagOf(resource.guards.list)];
    const { input, create } = resource;
    const record = resource.internal ? {} : this.#schemas.record(resource);
    const target = inPath("id", `${resource.id} of the ${label}`);
    const version = { type: "integer", minimum: 1, description: "As it was read: refused when it is another by now" };
    const fields = resource.verbs.includes("update")
      ? this.#schemas.input(`${name}Change`, documented.changed ?? input)
      : {};
    const changed = (more: JsonSchema, required: readonly string[]): JsonSchema => ({
      allOf: [fields, { type: "object", properties: { Version: version, ...more }, required }],
    });
    const id = { type: "integer", minimum: 1 };
    const createRefusals = [...(resource.unique.length > 0 ? [409] : []), ...(documented.createRefusals ?? [])];
    const created = documented.created ? this.#schemas.of(documented.created, "output") : record;
    const update = (body: JsonSchema) => ({
      tags,
      requestBody: jsonBody(body),
      responses: answers([...ofBodies, 404, 409], answerWith({ data: record })),
    });
    return {
      list: {
        operationId: `list${name}`,
        summary: `List: ${label}`,
        description: "All records that the caller may see, or those that the parameters leave, page by page if asked.",
        tags,
        parameters: [
          ...[...listParameters(resource)].map(([parameter, said]) => inQuery(parameter, said)),
          ...heldHeaders,
        ],
        responses: answersOfList([400, 401, 403, 503], this.#listed(record, documented.beside)),
      },
      read: {
        operationId: `read${name}`,
        summary: `Read one: ${label}`,
        tags,
        parameters: [target],
        responses: answers([400, 401, 403, 404, 503], answerWith({ data: record })),
      },
      create: {
        operationId: `create${name}`,
        summary: `Add: ${label}`,
        tags,
        parameters: [keyHeader],
        ...(resource.verbs.includes("create")
          ? { requestBody: jsonBody(this.#schemas.input(`New${name}`, create)) }
          : {}),
        responses: answers([...ofBodies, 422, ...createRefusals], answerWith({ data: created })),
      },
      update: {
        operationId: `update${name}`,
        summary: `Change: ${label}`,
        parameters: [target],
        ...update(changed({ [resource.id]: id }, [])),
      },
      updateByBody: {
        operationId: `update${name}ByBody`,
        summary: `Change, its id in the body: ${label}`,
        ...update(changed({ [resource.id]: id }, [resource.id])),
      },
      remove: {
        operationId: `remove${name}`,
        summary: `Delete: ${label}`,
        tags,
        parameters: [target],
        responses: answers(
          [400, 401, 403, 404, ...(referrersOf(resource).length > 0 ? [409] : []), 503],
          this.#answer(nothing),
        ),
      },
    };
  }

  call(endpoint: Endpoint): Operation {
    const { method, path, guard, summary, answer = nothing } = endpoint;
    const guards = guardsOf(endpoint);
    const inAddress = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => inPath(name, "Which one"));
    const hasBody = endpoint.body !== undefined || endpoint.upload !== undefined;
    const repeats = method === "post" && !endpoint.secretAnswer;
    const statuses = [
      400,
      ...(guard === "open" ? [] : [401]),
      ...(guards.length > 0 ? [403] : []),
      ...(inAddress.length > 0 ? [404] : []),
      ...(hasBody ? [413, 415] : []),
      ...(repeats ? [422] : []),
      ...(endpoint.refusals ?? []),
      ...(guard === "open" && method === "get" ? [] : [503]),
    ];
    return {
      operationId: operationName(endpoint),
      summary,
      tags: [guards[0] ? tagOf(guards[0]) : accountTag],
      ...(guard === "open" ? { security: [] } : {}),
      parameters: [...inAddress, ...this.#queryOf(endpoint), ...(repeats ? [keyHeader] : [])],
      ...this.#bodyOf(endpoint),
      responses: endpoint.file
        ? { ...answerAsFile(endpoint.file), ...answers(statuses) }
        : answers(statuses, this.#answer(answer)),
    };
  }

  ownOperation(): Operation {
    return {
      operationId: "readDocumentation",
      summary: "This document",
      tags: [accountTag],
      security: [],
      responses: {
        200: { description: "OpenAPI 3.1", content: { "application/json": { schema: { type: "object" } } } },
        ...answers([400]),
      },
    };
  }

  /** The document of these routes. */
  of(routes: readonly Route[], { version }: { version: string }): JsonSchema {
    const paths: Record<string, Record<string, Operation>> = {};
    const used = new Set<string>();
    for (const { method, path, operation } of routes) {
      const address = path.replace(/:(\w+)/g, "{$1}");
      const said = operation(this);
      paths[address] = { ...paths[address], [method]: said };
      for (const tag of said.tags) used.add(tag);
    }
    const titles: string[] = [accountTag, ...pages.map(({ title }) => title)];
    return {
      openapi: "3.1.0",
      info: { title: "Housing society portal", version, description: introduction },
      servers: [{ url: "/api" }],
      security: [{ token: [] }],
      tags: titles.filter((title) => used.has(title)).map((name) => ({ name })),
      paths,
      components: {
        schemas: { ...this.#schemas.named, Refusal: refusals.schema },
        responses: refusals.responses,
        securitySchemes: {
          token: { type: "http", scheme: "bearer", description: "The token that signing in answers" },
        },
      },
    };
  }

  #listed(record: JsonSchema, beside: z.ZodObject = z.object({})): JsonSchema {
    const next = {
      type: ["integer", "null"],
      description: "The id to pass as `after` for the next page; null when there is none",
    };
    const more = z.record(z.string(), z.unknown()).parse(this.#schemas.of(beside, "output").properties ?? {});
    return answerWith({ data: { type: "array", items: record }, next, ...more });
  }

  #answer(answer: z.ZodObject): JsonSchema {
    const { properties, required } = asObject.parse(this.#schemas.of(answer, "output"));
    return answerWith(properties, required);
  }

  #queryOf({ query = z.object({}) }: Endpoint): JsonSchema[] {
    const { properties, required } = asObject.parse(this.#schemas.of(query, "input"));
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      ...inQuery(name, { description: String(description ?? name), schema }),
      required: required.includes(name),
    }));
  }

  #bodyOf(endpoint: Endpoint): { requestBody?: JsonSchema } {
    const { body, upload } = endpoint;
    if (body) return { requestBody: jsonBody(this.#schemas.input(`${capital(operationName(endpoint))}Body`, body)) };
    if (!upload) return {};
    const content = bodyOf(endpoint).types.map((type) => [type, { schema: { type: "string", format: "binary" } }]);
    return {
      requestBody: {
        required: true,
        description: `The file itself, up to ${upload.limit}`,
        content: Object.fromEntries(content),
      },
    };
  }
}

const asObject = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function jsonBody(schema: JsonSchema): JsonSchema {
  return { required: true, content: { "application/json": { schema } } };
}

/** The title of the page whose right is asked for. */
function tagOf({ page }: Guard): string {
  const catalogue: readonly PageEntry[] = pages;
  return catalogue.find(({ path }) => path === page)?.title ?? page;
}

/** POST /auth/login → postAuthLogin. */
function operationName({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return [
    method,
    ...path
      .split(/[/.:-]+/)
      .filter((word) => word !== "")
      .map(capital),
  ].join("");
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
