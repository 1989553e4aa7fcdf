// Service worker: starts the portal without a connection. It caches the document and the files below /assets, but no
// data. The document comes from the network whenever there is one, so that a new release is used at once. Files below
// /assets have a hash in their names and never change.

const cacheName = "shell";
/** Every page starts with the same document. */
const documentKey = "/";
/** Addresses that the server answers itself. Their answers are never replaced by the document. */
const serverPaths = ["/api/", "/healthz", "/readyz", "/metrics"];

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (serverPaths.some((path) => pathname.startsWith(path))) return;
  if (request.mode === "navigate") event.respondWith(readDocument(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(readAsset(request));
});

/** The document from the network; the cached one if the server cannot be reached or fails. */
async function readDocument(request) {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(documentKey);
  const response = await fetch(request).catch((error) => {
    if (cached) return undefined;
    throw error;
  });
  if (!response || (response.status >= 500 && cached)) return cached;
  const isDocument = response.headers.get("content-type")?.startsWith("text/html");
  if (response.ok && isDocument) await cacheDocument(cache, response.clone());
  return response;
}

let lastUpdate = Promise.resolve();

/**
 * Stores one document after the other: of two pages that open at the same time, the second must not delete the files of
 * the new release that the first has cached.
 */
function cacheDocument(cache, response) {
  lastUpdate = lastUpdate.then(() => replaceDocument(cache, response)).catch(ignoreFullDisk);
  return lastUpdate;
}

/** Deletes the files of the earlier release with its document, before the page asks for those of the new one. */
async function replaceDocument(cache, response) {
  const cached = await cache.match(documentKey);
  const [oldText, newText] = await Promise.all([cached?.clone().text(), response.clone().text()]);
  if (oldText === newText) return;
  if (cached) for (const key of await cache.keys()) await cache.delete(key);
  await cache.put(documentKey, response);
}

async function readAsset(request) {
  const cache = await caches.open(cacheName);
  // The server varies by Accept-Encoding, which the browser handles itself.
  const cached = await cache.match(request, { ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()).catch(ignoreFullDisk);
  return response;
}

/** A file that cannot be stored is only missing without a connection. */
function ignoreFullDisk() {}
