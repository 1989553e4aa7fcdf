import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { importEndpoints } from "../../shared/endpoints/import.ts";

/** All endpoints that `shared/endpoints` declares. */
export const endpoints: readonly Endpoint[] = [
  ...Object.values(import.meta.glob("../../shared/endpoints/*.ts", { eager: true })).flatMap((module) =>
    typeof module === "object" && module !== null ? Object.values(module).filter(isEndpoint) : [],
  ),
  ...Object.values(importEndpoints).flatMap((endpointsOfKind) => Object.values(endpointsOfKind)),
];

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "guard" in value && "path" in value;
}
