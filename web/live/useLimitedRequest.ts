import { useState } from "react";
import { useLiveRequest } from "./useLiveRequest.ts";

/**
 * The live response of a list with the parameter `limit`: `showMore` adds `pageSize` to it. The loaded entries stay
 * while more are loaded. `path` has a query; nothing is fetched while it is null.
 */
export function useLimitedRequest<Data>(path: string | null, resources: readonly string[], pageSize: number) {
  const [page, setPage] = useState({ path, limit: pageSize });
  const limit = page.path === path ? page.limit : pageSize;
  const { data, ...query } = useLiveRequest<Data>(path && `${path}&limit=${limit}`, resources);
  const [loaded, setLoaded] = useState<{ path: string | null; data: Data }>();
  if (data !== undefined && loaded?.data !== data) setLoaded({ path, data });
  return {
    ...query,
    data: loaded?.path === path ? loaded.data : undefined,
    limit,
    showMore: () => setPage({ path, limit: limit + pageSize }),
  };
}
