/**
 * Registers the service worker, and caches the document and the files that this page loaded before the worker was
 * active. Does nothing where the browser has no service workers, for example without HTTPS.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const hadWorker = navigator.serviceWorker.controller !== null;
  await navigator.serviceWorker.register("/sw.js");
  await navigator.serviceWorker.ready;
  if (hadWorker) return;
  const paths = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const assets = [...new Set(paths)].filter((path) => path.startsWith("/assets/"));
  const cache = await caches.open("shell");
  await cache.addAll(["/", ...assets]);
}
