import { describe, expect, test } from "vitest";
import { findReferencingResources } from "../../shared/domain/resource-access.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { guardsOf } from "../../shared/permissions.ts";
import type { AnyResource, Guard, Verb } from "../../shared/registry.ts";
import { resources } from "../../shared/resources/index.ts";
import type { Session } from "../../shared/wire.ts";
import { endpoints } from "../harness/endpoints.ts";
import { openSharedHarness } from "../harness/harness.ts";
import type { Person } from "../harness/person.ts";
import type { Reply } from "../harness/reply.ts";

const { admin, manager, clerk, ali, sana, dashboardReader, nobody, anonymous } = await openSharedHarness();
const principals = { admin, manager, clerk, ali, sana, dashboardReader, nobody, anonymous };

/** No record has this id, so the requests of these tests change no record, and hence no user's permissions. */
const missingId = 999_999;

const declaredResources = listExports(import.meta.glob("../../shared/resources/*.ts", { eager: true })).filter(
  isResource,
);

type Rights = Pick<Session, "user" | "permissions">;
type Permissions = Rights["permissions"];

test("the matrix contains every declared resource", { tags: "requirement-1" }, () => {
  expect(resources.map(({ name }) => name).sort()).toEqual(declaredResources.map(({ name }) => name).sort());
  expect(endpoints.length).toBeGreaterThan(5);
});

describe.each(Object.entries(principals))("%s", (_name, person) => {
  test("the user can perform exactly the actions on resources that the session permits", {
    tags: "requirement-1",
  }, async () => {
    const permissions = await permissionsOf(person);
    const mismatches: unknown[] = [];
    for (const resource of resources) {
      for (const { verb, request } of buildRequests(resource)) {
        const expected = computeResourceOutcome({ permissions, resource, verb });
        const outcome = readOutcome(await person.send(request));
        if (outcome !== expected) mismatches.push({ ...request, outcome, expected });
      }
    }
    expect(mismatches).toEqual([]);
  });

  test("the user can call exactly the other endpoints that the session permits", {
    tags: "requirement-1",
  }, async () => {
    const rights = await rightsOf(person);
    for (const endpoint of endpoints) {
      const { method, path, guard } = endpoint;
      const body = method === "get" ? undefined : {};
      const pathWithIds = path.replace(/:\w+/g, String(missingId));
      const outcome = readOutcome(await person.send({ method: method.toUpperCase(), path: pathWithIds, body }));
      expect({ path, outcome }).toEqual({ path, outcome: computeEndpointOutcome(endpoint, rights) });
      // A call about the caller's account may end the session.
      if (guard === "signed-in" && method !== "get") person.forgetToken();
    }
  });
});

test("the portal rejects invalid tokens", { tags: "requirement-1" }, async () => {
  for (const authorization of ["Bearer x", "Bearer ", "Basic YWRtaW46YWRtaW4=", "Bearer null", "bearer"])
    for (const path of ["/plot", "/me", "/dashboard/summary"])
      expect((await anonymous.send({ method: "GET", path, headers: { authorization } })).status).toBe(401);
});

test("the matrix contains both allowed and forbidden requests", { tags: "requirement-1" }, async () => {
  const permissions = await permissionsOf(clerk);
  expect(permissions).toEqual({
    "/payment-management": { CanView: true },
    "/payment-management?tab=payment-schedule": { CanView: true, CanUpdate: true },
  });
  const verbs: Verb[] = ["list", "create", "update", "remove"];
  const allowed = resources.flatMap((resource) =>
    verbs
      .filter((verb) => computeResourceOutcome({ permissions, resource, verb }) === "allowed")
      .map((verb) => `${verb} ${resource.name}`),
  );
  expect(allowed).toEqual([
    "list plot-category",
    "list account",
    "list payment-schedule",
    "update payment-schedule",
    "list adjustment",
  ]);
});

test("the portal refuses a request without permission before it reads the body", {
  tags: "requirement-1",
}, async () => {
  for (const body of ["{", "x".repeat(2_000_000)]) {
    expect((await anonymous.post("/plot", body)).status).toBe(401);
    expect((await clerk.post("/plot", body)).status).toBe(403);
  }
});

/** `allowed` means that the request passed the permission check; it may be refused for another reason afterwards. */
type Outcome = "allowed" | "403" | "401" | "no such call" | `broken: ${string}`;

function readOutcome({ status, body }: Reply): Outcome {
  if (status === 401) return "401";
  if (status === 403) return "403";
  if (status === 405 || (status === 404 && body.message === "Address not found")) return "no such call";
  return status >= 500 ? `broken: ${status} ${body.message}` : "allowed";
}

/** One request for each route of a resource, without the routes that separate endpoints declare. */
function buildRequests({
  name,
  writePath,
}: AnyResource): { verb: Verb; request: { method: string; path: string; body?: object } }[] {
  const requests = [
    { verb: "list", request: { method: "GET", path: `/${name}` } },
    { verb: "list", request: { method: "GET", path: `/${name}/${missingId}` } },
    { verb: "create", request: { method: "POST", path: `/${writePath}`, body: {} } },
    { verb: "update", request: { method: "PUT", path: `/${writePath}/${missingId}`, body: {} } },
    { verb: "update", request: { method: "PUT", path: `/${writePath}`, body: {} } },
    { verb: "remove", request: { method: "DELETE", path: `/${writePath}/${missingId}` } },
  ] as const;
  const calls = endpoints.map(
    ({ method, path }) => `${method.toUpperCase()} ${path.replace(/:\w+/g, String(missingId))}`,
  );
  return requests.filter(({ request }) => !calls.includes(`${request.method} ${request.path}`));
}

/** Undefined when the person is not signed in. */
async function rightsOf(person: Person): Promise<Rights | undefined> {
  return person.username === undefined ? undefined : person.session();
}

async function permissionsOf(person: Person): Promise<Permissions | undefined> {
  return (await rightsOf(person))?.permissions;
}

interface ResourceAccess {
  permissions: Permissions | undefined;
  resource: AnyResource;
  verb: Verb;
}

function computeResourceOutcome({ permissions, resource, verb }: ResourceAccess): Outcome {
  if (resource.internal || !resource.verbs.includes(verb)) return "no such call";
  if (!permissions) return "401";
  const otherListGuards =
    resource.otherListGuards === "referencing resources"
      ? findReferencingResources(resource).map(({ guards }) => guards.list)
      : resource.otherListGuards;
  const guards = [resource.guards[verb], ...(verb === "list" ? otherListGuards : [])];
  return guards.some((guard) => hasPermission(permissions, guard)) ? "allowed" : "403";
}

function computeEndpointOutcome(endpoint: Endpoint, rights: Rights | undefined): Outcome {
  if (endpoint.guard === "open") return "allowed";
  if (!rights) return "401";
  const { permissions, user } = rights;
  if (endpoint.requiresScopeAll && user.role.scope !== "all") return "403";
  return guardsOf(endpoint).every((guard) => hasPermission(permissions, guard)) ? "allowed" : "403";
}

function hasPermission(permissions: Permissions, { page, flag }: Guard): boolean {
  return permissions[page]?.[flag] === true;
}

function listExports(modules: Record<string, unknown>): unknown[] {
  return Object.values(modules).flatMap((module) =>
    typeof module === "object" && module !== null ? Object.values(module) : [],
  );
}

function isResource(value: unknown): value is AnyResource {
  return typeof value === "object" && value !== null && "guards" in value && "verbs" in value;
}
