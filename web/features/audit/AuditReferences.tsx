import { canAccess } from "../../../shared/domain/resource-access.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { useSession } from "../../api/session.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { idOf, titleOf } from "../../resource/formValues.ts";

interface ReferencesProps {
  target: AnyResource;
  ids: readonly number[];
}

/** Other records by their names; by their numbers for those who may not list them, and where they are gone. */
export function AuditReferences(props: ReferencesProps) {
  const session = useSession();
  const may = session !== undefined && canAccess(session, { resource: props.target, verb: "list" });
  return may ? <ReferenceNames {...props} /> : <bdi>{props.ids.map(formatId).join(t(", "))}</bdi>;
}

function ReferenceNames({ target, ids }: ReferencesProps) {
  const { rows } = useResource(target);
  const names = new Map(rows.map((row) => [idOf(target, row), translateName(titleOf(target, row))]));
  return <bdi>{ids.map((id) => names.get(id) ?? formatId(id)).join(t(", "))}</bdi>;
}

function formatId(id: number): string {
  return `#${id}`;
}
