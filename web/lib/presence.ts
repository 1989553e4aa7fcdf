import { atom, useAtomValue } from "jotai";
import { useCallback, useEffect } from "react";
import { longestPath } from "../../shared/places.ts";
import type { Editing, Presence } from "../../shared/wire.ts";
import { connectionAtom, standAt } from "./connection.ts";
import { sessionAtom } from "./session.ts";
import { store } from "./store.ts";

type Colleague = Presence["users"][number];

/** No page has this path, so that nobody is anywhere there. */
const nowhere = "";
const nobody: readonly Colleague[] = [];

const hereAtom = atom(nowhere);
const heardAtom = atom<Presence>({ path: nowhere, users: [] });
const colleaguesAtom = atom((get): readonly Colleague[] => {
  const session = get(sessionAtom);
  const { path, users } = get(heardAtom);
  // What was heard of the page before, or before the line broke, says nothing of now.
  if (session === null || session === "loading" || path !== get(hereAtom)) return nobody;
  if (get(connectionAtom).kind === "offline") return nobody;
  return users.filter(({ username }) => username !== session.user.username);
});

/** What is open for change in this window, the latest last. */
let edits: readonly Editing[] = [];
let saying = false;

/** Takes in who is on this page. */
export function takePresence(presence: Presence): void {
  store.set(heardAtom, presence);
}

/** Lets the colleagues know that this window shows the place, as long as the component is there. */
export function useStand(place: string): void {
  useEffect(() => {
    store.set(hereAtom, place.length > longestPath ? nowhere : place);
    announce();
    return () => {
      store.set(hereAtom, nowhere);
      announce();
    };
  }, [place]);
}

/** Lets the colleagues on this page know that the record is open for change here; nothing without an id. */
export function useEditing(resource: string, id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const edit = { resource, id };
    edits = [...edits, edit];
    announce();
    return () => {
      edits = edits.filter((each) => each !== edit);
      announce();
    };
  }, [resource, id]);
}

/** Who else is on this page, at whichever computer; the same list as long as nobody comes, goes or begins to edit. */
export function useColleagues(): readonly Colleague[] {
  return useAtomValue(colleaguesAtom, { store });
}

/** Which colleague has a record of the resource open for change, by its id, as tables show it. */
export function useEditors(resource: string): (id: number) => { name: string } | undefined {
  const colleagues = useColleagues();
  return useCallback(
    (id) => {
      const editor = colleagues.find(({ editing }) => editing?.resource === resource && editing.id === id);
      return editor && { name: editor.fullName };
    },
    [colleagues, resource],
  );
}

/** Once for everything that opens and closes in the same moment. */
function announce(): void {
  if (saying) return;
  saying = true;
  queueMicrotask(() => {
    saying = false;
    const editing = edits.at(-1);
    standAt({ path: store.get(hereAtom), ...(editing ? { editing } : {}) });
  });
}
