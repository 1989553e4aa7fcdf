import { useMemo } from "react";
import { isDay } from "../../../shared/dates.ts";
import { canAccess } from "../../../shared/domain/resource-access.ts";
import { auditTypes } from "../../../shared/endpoints/audit.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { resources } from "../../../shared/resources/index.ts";
import { useSession } from "../../api/session.ts";
import { useClearQueryParams } from "../../hooks/useClearQueryParams.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";

const paramNames = ["resource", "type", "user", "from", "to"] as const;

/** What narrows the audit, kept in the address; what makes no sense there narrows nothing. */
export function useAuditFilters() {
  const session = useSession();
  const kinds = useMemo(() => (session ? resources.filter((each) => isAudited(each, session)) : []), [session]);
  const [resource, setResource] = useUrlState("resource", "");
  const [type, setType] = useUrlState("type", "");
  const [user, setUser] = useUrlState("user", "");
  const [from, setFrom] = useUrlState("from", "", "typed");
  const [to, setTo] = useUrlState("to", "", "typed");
  const { hasAny, clear } = useClearQueryParams(paramNames);
  const rights = kinds.map(({ name }) => name).join(" ");
  const chosen = {
    resource: kinds.some(({ name }) => name === resource) ? resource : "",
    type: auditTypes.some((each) => each === type) ? type : "",
    user: /^[1-9]\d{0,14}$/.test(user) ? user : "",
    from: isDay(from) ? from : "",
    to: isDay(to) ? to : "",
  };
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== "")).toString();
  const heard = useMemo(
    () => rights.split(" ").filter((name) => name !== "" && (chosen.resource === "" || name === chosen.resource)),
    [rights, chosen.resource],
  );
  return {
    auditedResources: kinds,
    ...chosen,
    setResource,
    setType,
    setUser,
    setFrom,
    setTo,
    query,
    resourceNames: heard,
    accessKey: rights,
    isFiltered: hasAny,
    clear,
  };
}

function isAudited(resource: AnyResource, session: Parameters<typeof canAccess>[0]): boolean {
  return !resource.derivedFrom && canAccess(session, { resource, verb: "list" });
}
