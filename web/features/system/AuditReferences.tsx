import { canDo } from "../../../shared/can-do.ts";
import type { AnyResource } from "../../../shared/registry.ts";
import { say, sayName } from "../../lib/language.ts";
import { useSession } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { idOf, titleOf } from "../../resourceValues.ts";

interface ReferencesProps {
  target: AnyResource;
  ids: readonly number[];
}

/** Other records by their names; by their numbers for those who may not list them, and where they are gone. */
export function AuditReferences(props: ReferencesProps) {
  const session = useSession();
  const may = session !== undefined && canDo(session, { resource: props.target, verb: "list" });
  return may ? <Names {...props} /> : <bdi>{props.ids.map(numbered).join(say(", "))}</bdi>;
}

function Names({ target, ids }: ReferencesProps) {
  const { rows } = useResource(target);
  const names = new Map(rows.map((row) => [idOf(target, row), sayName(titleOf(target, row))]));
  return <bdi>{ids.map((id) => names.get(id) ?? numbered(id)).join(say(", "))}</bdi>;
}

function numbered(id: number): string {
  return `#${id}`;
}
