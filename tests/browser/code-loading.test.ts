// @module-tag browser
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { goTo, keepToasts, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { openHarness } from "../harness/harness.ts";
import { assertOk } from "../harness/reply.ts";

const browser = setUpBrowser({ reusesWindows: false });
const plotsPath = "/society-management?tab=plots";

test("if a newer release has removed the code of a menu or dialog, the message says so and reloads the page", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(`${portal.url()}${plotsPath}`, "manager");
  await page.getByText("A-1", { exact: true }).first().waitFor();
  await keepToasts(page);
  const message = page.getByText("The portal may have been updated. Reload the page to go on.");
  for (const [file, button] of [
    ["ImportDialog", "Import"],
    ["DropdownMenus", /manager/],
  ] as const) {
    await page.route(`**/assets/${file}-*`, (route) => route.fulfill({ status: 404 }));
    await page.getByRole("button", { name: button }).first().click();
    await message.waitFor();
    await page.unrouteAll();
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Reload" }).click();
    await loaded;
    await page.getByText("A-1", { exact: true }).first().waitFor();
  }
});

test("a page whose code cannot be loaded shows an error and can be loaded again", { tags: "matrix" }, async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  await page.route("**/assets/PlotsScreen-*", (route) => route.abort());
  await goTo(page, plotsPath);
  await page.getByRole("heading", { name: "Page not available" }).waitFor();
  await waitUntilLive(page);

  await page.unroute("**/assets/PlotsScreen-*");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("A-1", { exact: true }).first().waitFor();
});

test("when the network fails while code is loading, the page stays and loads the code when the network is back", async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  const banner = page.getByRole("banner");
  const requests: Route[] = [];
  const loadedUrls: string[] = [];
  page.on("requestfinished", (request) => loadedUrls.push(request.url()));
  // The dashboard, which may still be loading the same files, is left before their requests are counted.
  await goTo(page, "/healthz");
  for (const file of ["PlotsScreen", "PendingLinks"])
    await page.route(`**/assets/${file}-*`, (route) => void requests.push(route));
  await goTo(page, plotsPath);
  await banner.getByText("Live").waitFor();
  await expect.poll(() => requests.length).toBe(2);

  await page.context().setOffline(true);
  for (const request of requests) await request.abort("internetdisconnected");
  await banner.getByText(/Offline since/).waitFor();
  await page.unrouteAll();
  await page.context().setOffline(false);
  await page.getByText("A-1", { exact: true }).first().waitFor();
  await expect.poll(() => loadedUrls).toContainEqual(expect.stringContaining("/assets/PendingLinks-"));
  await banner.getByText("Live").waitFor();
  expect(consoleErrors.filter((message) => !message.startsWith("WebSocket connection"))).toEqual([]);
});

test("a page shows an error after five retries if a newer release has removed the code of one of its parts", {
  tags: "matrix",
}, async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(`${portal.url()}/account`, "manager");
  await openWithoutCode(page, { path: "/", file: "Activity" });
  await page.getByRole("heading", { name: "Page not available" }).waitFor();
  await waitUntilLive(page);
});

test("a display whose code cannot be loaded shows an error, and reloads when the portal can be reached", {
  tags: "matrix",
}, async () => {
  const { portal, admin } = await openHarness();
  const { data } = assertOk(await admin.post("/display", { DisplayName: "Hall" })).body;
  const { Key } = z.object({ Key: z.string() }).parse(data);
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  await page.clock.install({ time: browserNow() });
  for (const [path, file] of [
    ["/?display=wall", "SignedInDisplay"],
    [`/wall/${Key}`, "LinkedDisplay"],
  ] as const) {
    const checks: Route[] = [];
    await page.route(`**/assets/${file}-*`, (route) => route.fulfill({ status: 404 }));
    await page.route("**/readyz", (route) => void checks.push(route));
    await goTo(page, path);
    await page.clock.fastForward(3_000);
    await page.getByRole("heading", { name: "Page not available" }).waitFor();
    await page.clock.fastForward(30_000);
    await expect.poll(() => checks.length).toBe(1);
    await checks[0]?.abort();
    await page.getByRole("heading", { name: "Page not available" }).waitFor();
    await page.unrouteAll();
    await page.clock.fastForward(30_000);
    await page.getByRole("heading", { name: "Last ten receipts" }).waitFor();
  }
});

test("a page works without the links to what waits for the user if a newer release has removed the code of the links", {
  tags: "matrix",
}, async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  const getRequestCount = await openWithoutCode(page, {
    path: "/payment-management?tab=payment-receipt",
    file: "PendingLinks",
  });
  await expect.poll(getRequestCount).toBe(6);
  await page.getByText("No receipts").first().waitFor();
  await page.getByRole("button", { name: "Add Receipt" }).first().click();
  await page.getByRole("dialog", { name: "Add Receipt" }).waitFor();
});

/**
 * Opens a page without one of its files, as if a newer release had removed it, and lets the time of all five retries
 * pass. Returns a function that counts the requests for the file.
 */
async function openWithoutCode(page: Page, { path, file }: { path: string; file: string }): Promise<() => number> {
  await page.clock.install({ time: browserNow() });
  let requestCount = 0;
  await page.route(`**/assets/${file}-*`, (route) => {
    requestCount++;
    return route.fulfill({ status: 404 });
  });
  await goTo(page, path);
  for (let retries = 0; retries < 5; retries++) {
    await expect.poll(() => requestCount).toBeGreaterThan(retries);
    await page.clock.fastForward(3_000);
  }
  return () => requestCount;
}
