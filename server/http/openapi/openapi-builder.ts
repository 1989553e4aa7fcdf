import { z } from "zod";
import { type Endpoint, recordSchema } from "../../../shared/endpoints/endpoint.ts";
import { pages } from "../../../shared/pages.ts";
import { guardsOf } from "../../../shared/permissions.ts";
import type { Guard } from "../../../shared/registry.ts";
import { requestedApprovalSchema } from "../approvable-calls.ts";
import { listParameters } from "../list-parameters.ts";
import { acceptsIdempotencyKey, getAcceptedBody } from "../request.ts";
import type { ResourceHandlers } from "../resource-handlers.ts";
import type { Operation, Route } from "../routes.ts";
import {
  columnsSchema,
  conditionalHeaders,
  createSuccessSchema,
  describeApprovalResponse,
  describeBody,
  describeFileResponse,
  describeIdParameter,
  describeListResponses,
  describeMonthParameter,
  describeQueryParameter,
  describeResponses,
  describeUpload,
  errorResponses,
  errorSchema,
  idempotencyKeyHeader,
  introduction,
} from "./components.ts";
import { componentName, type JsonSchema, SchemaRegistry } from "./schema-registry.ts";

/** The operations of a resource. Only those of its verbs have a route. */
export interface Operations {
  list: Operation;
  read: Operation;
  create: Operation;
  update: Operation;
  updateByBody: Operation;
  remove: Operation;
}

const emptyResponse = z.object({ data: z.null() });
const nextSchema = z
  .int()
  .nullable()
  .meta({ description: "The id to pass as `after` for the next page; null when there is none" });
const accountTag = "Account";
/** Errors of requests with a body. */
const bodyErrorStatuses = [400, 401, 403, 413, 415, 503];

/** Builds the OpenAPI 3.1 document from the declarations of endpoints and resources. */
export class OpenApiBuilder {
  readonly #schemas = new SchemaRegistry();
  readonly #operations = new Map<ResourceHandlers, Operations>();

  describeResource(handlers: ResourceHandlers): Operations {
    const operations = this.#operations.get(handlers) ?? this.#createOperations(handlers);
    this.#operations.set(handlers, operations);
    return operations;
  }

  #createOperations({ resource, removeBodySchema, approvableVerbs = [], openapi = {} }: ResourceHandlers): Operations {
    const name = componentName(resource.name);
    const label = resource.label.toLowerCase();
    const tags = [tagFor(resource.guards.list)];
    const { input, createInput } = resource;
    if (!resource.internal) this.#schemas.addRecord(resource);
    const record = resource.internal ? z.unknown() : recordSchema(resource);
    const idParameter = describeIdParameter("id", `${resource.idField} of the ${label}`);
    const version = {
      type: "integer",
      minimum: 1,
      description: "The version that the change is based on; answered 409 if the record has changed since",
    };
    const updateFields = resource.verbs.includes("update")
      ? this.#schemas.addInput(`${name}Change`, openapi.updateBody ?? input)
      : {};
    const idSchema = { type: "integer", minimum: 1 };
    const updateBody = (required: readonly string[]): JsonSchema => ({
      allOf: [
        updateFields,
        { type: "object", properties: { Version: version, [resource.idField]: idSchema }, required },
      ],
    });
    const listFields = { next: nextSchema, ...openapi.listExtras?.shape };
    const isLockable = Boolean(resource.monthLock);
    const createErrors = [...(resource.unique.length > 0 || isLockable ? [409] : []), ...(openapi.createErrors ?? [])];
    const approvalOf = (verb: (typeof approvableVerbs)[number]) =>
      approvableVerbs.includes(verb) ? this.#approvalResponse() : {};
    const describeUpdate = (body: JsonSchema) => ({
      tags,
      requestBody: describeBody(body),
      responses: {
        ...describeResponses([...bodyErrorStatuses, 404, 409], this.#successSchema({ data: record })),
        ...approvalOf("update"),
      },
    });
    return {
      list: {
        operationId: `list${name}`,
        summary: `List: ${label}`,
        description: "The records that the caller may see and that match the parameters, in pages if `limit` is given.",
        tags,
        parameters: [
          ...[...listParameters(resource)].map(([parameter, definition]) =>
            describeQueryParameter(parameter, definition),
          ),
          ...conditionalHeaders,
        ],
        responses: describeListResponses([400, 401, 403, 503], {
          records: this.#successSchema({ data: z.array(record), ...listFields }),
          columns: this.#successSchema({ data: columnsSchema, ...listFields }),
        }),
      },
      read: {
        operationId: `read${name}`,
        summary: `Read one: ${label}`,
        tags,
        parameters: [idParameter],
        responses: describeResponses([400, 401, 403, 404, 503], this.#successSchema({ data: record })),
      },
      create: {
        operationId: `create${name}`,
        summary: `Add: ${label}`,
        tags,
        parameters: [idempotencyKeyHeader],
        ...(resource.verbs.includes("create")
          ? { requestBody: describeBody(this.#schemas.addInput(`New${name}`, createInput)) }
          : {}),
        responses: {
          ...describeResponses(
            [...bodyErrorStatuses, 422, ...createErrors],
            this.#successSchema({ data: openapi.createData ?? record, ...openapi.createExtras?.shape }),
          ),
          ...approvalOf("create"),
        },
      },
      update: {
        operationId: `update${name}`,
        summary: `Change: ${label}`,
        parameters: [idParameter],
        ...describeUpdate(updateBody([])),
      },
      updateByBody: {
        operationId: `update${name}ByBody`,
        summary: `Change, with the id in the body: ${label}`,
        ...describeUpdate(updateBody([resource.idField])),
      },
      remove: {
        operationId: `remove${name}`,
        summary: `Delete: ${label}`,
        tags,
        parameters: [idParameter],
        requestBody: describeBody(
          {
            allOf: [
              ...(removeBodySchema ? [this.#schemas.addInput(`${name}Removal`, removeBodySchema)] : []),
              { type: "object", properties: { Version: version } },
            ],
          },
          { required: false },
        ),
        responses: {
          ...describeResponses([...bodyErrorStatuses, 404, 409], this.#successSchema(emptyResponse.shape)),
          ...approvalOf("remove"),
        },
      },
    };
  }

  describeEndpoint(endpoint: Endpoint): Operation {
    const { method, path, guard, summary, response = emptyResponse } = endpoint;
    const guards = guardsOf(endpoint);
    const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) =>
      name === "Month" ? describeMonthParameter(name) : describeIdParameter(name, "Id of the record"),
    );
    const hasBody = endpoint.body !== undefined || endpoint.upload !== undefined;
    const isIdempotent = acceptsIdempotencyKey(endpoint);
    const statuses = [
      400,
      ...(guard === "open" ? [] : [401]),
      ...(guards.length > 0 ? [403] : []),
      ...(pathParameters.length > 0 ? [404] : []),
      ...(hasBody ? [413, 415] : []),
      ...(isIdempotent ? [422] : []),
      ...(endpoint.errorStatuses ?? []),
      ...(guard === "open" && method === "get" ? [] : [503]),
    ];
    return {
      operationId: operationName(endpoint),
      summary,
      tags: [guards[0] ? tagFor(guards[0]) : accountTag],
      ...(guard === "open" ? { security: [] } : {}),
      parameters: [
        ...pathParameters,
        ...this.#queryParameters(endpoint),
        ...(isIdempotent ? [idempotencyKeyHeader] : []),
      ],
      ...this.#requestBody(endpoint),
      responses: endpoint.file
        ? { ...describeFileResponse(endpoint.file), ...describeResponses(statuses) }
        : {
            ...describeResponses(statuses, this.#successSchema(response.shape)),
            ...(endpoint.mayNeedApproval ? this.#approvalResponse() : {}),
          },
    };
  }

  describeDocument(): Operation {
    return {
      operationId: "readDocumentation",
      summary: "This document",
      tags: [accountTag],
      security: [],
      responses: {
        200: { description: "OpenAPI 3.1", content: { "application/json": { schema: { type: "object" } } } },
        ...describeResponses([400]),
      },
    };
  }

  build(routes: readonly Route[], { version }: { version: string }): JsonSchema {
    const paths: Record<string, Record<string, Operation>> = {};
    const usedTags = new Set<string>();
    for (const { method, path, describe } of routes) {
      const openApiPath = path.replace(/:(\w+)/g, "{$1}");
      const operation = describe(this);
      paths[openApiPath] = { ...paths[openApiPath], [method]: operation };
      for (const tag of operation.tags) usedTags.add(tag);
    }
    const tagTitles: string[] = [accountTag, ...pages.map(({ title }) => title)];
    return {
      openapi: "3.1.0",
      info: { title: "Housing society portal", version, description: introduction },
      servers: [{ url: "/api" }],
      security: [{ token: [] }],
      tags: tagTitles.filter((title) => usedTags.has(title)).map((name) => ({ name })),
      paths,
      components: {
        schemas: { ...this.#schemas.components, Error: this.#schemas.convert(errorSchema, "output") },
        responses: errorResponses,
        securitySchemes: {
          token: { type: "http", scheme: "bearer", description: "The token in the response to POST /auth/login" },
        },
      },
    };
  }

  #successSchema(fields: z.ZodRawShape): JsonSchema {
    return this.#schemas.convert(createSuccessSchema(fields), "output");
  }

  #approvalResponse() {
    return describeApprovalResponse(this.#successSchema({ data: requestedApprovalSchema }));
  }

  #queryParameters({ query = z.object({}) }: Endpoint): JsonSchema[] {
    const { properties, required } = objectSchema.parse(this.#schemas.convert(query, "input"));
    return Object.entries(properties).map(([name, { description, ...schema }]) => ({
      ...describeQueryParameter(name, { description: String(description ?? name), schema }),
      required: required.includes(name),
    }));
  }

  #requestBody(endpoint: Endpoint): { requestBody?: JsonSchema } {
    const { body, upload } = endpoint;
    if (body) {
      const schema = this.#schemas.addInput(`${capitalize(operationName(endpoint))}Body`, body);
      return { requestBody: describeBody(schema, { required: !body.safeParse({}).success }) };
    }
    return upload ? { requestBody: describeUpload(getAcceptedBody(endpoint).types, upload) } : {};
  }
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

/** The title of the page whose permission is required. */
function tagFor({ page }: Guard): string {
  return pages.find(({ path }) => path === page)?.title ?? page;
}

/** POST /auth/login → postAuthLogin. */
function operationName({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return [
    method,
    ...path
      .split(/[/.:-]+/)
      .filter((word) => word !== "")
      .map(capitalize),
  ].join("");
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
