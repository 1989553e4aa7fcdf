import type { Held } from "./request.ts";

type Answer = Awaited<ReturnType<Held["read"]>>;

const mostLists = 20;
/** A longer list is read again rather than held beside those that are shown. */
const mostRows = 10_000;
/** As they were last read, by their paths, the one read longest ago first. */
const lists = new Map<string, { tag: string; answer: Answer }>();

/**
 * Asks for a list in such a way that it is not sent again while it is what was read before. Only with the place up to which changes
 * have been heard: what lies between would be missing.
 */
export function heldList(path: string, cursor: string | undefined): Held {
  const known = lists.get(path);
  const isSure = known !== undefined && cursor !== undefined;
  return {
    headers: isSure ? { "If-None-Match": known.tag, Cursor: cursor } : {},
    read: async (response) => {
      if (response.status === 304) return known?.answer;
      const answer = await response.json();
      hold(path, { tag: response.headers.get("ETag"), answer });
      return answer;
    },
  };
}

/** What has changed is held no longer; everything, where no resource is named. */
export function letGo(resource?: string): void {
  for (const path of [...lists.keys()])
    if (resource === undefined || path === `/${resource}` || path.startsWith(`/${resource}?`)) lists.delete(path);
}

function hold(path: string, { tag, answer }: { tag: string | null; answer: Answer }): void {
  lists.delete(path);
  if (tag === null || !(answer?.data?.length <= mostRows)) return;
  lists.set(path, { tag, answer });
  const [oldest] = lists.keys();
  if (lists.size > mostLists && oldest !== undefined) lists.delete(oldest);
}
