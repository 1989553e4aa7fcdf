// @module-tag browser
// @module-tag matrix
import { expect, test } from "vitest";
import { z } from "zod";
import { goTo, setUpBrowser, waitUntilLive } from "../harness/browser.ts";
import { openHarness } from "../harness/harness.ts";
import { createReceipt, readReceiptCodeUrl } from "../harness/receipts.ts";

const browser = setUpBrowser({ reusesWindows: false });

test("after one visit the portal starts offline and verifies documents; a new release replaces the cached one at once", async () => {
  const { portal, admin } = await openHarness();
  const receipt = await createReceipt(admin, { HouseNo: "A-1" });
  const { hash } = new URL(await readReceiptCodeUrl(admin, receipt));
  const { page } = await browser.openSignedIn(portal.url(), { username: "admin", serviceWorkers: "allow" });
  const readCachedPaths = () =>
    page.evaluate(async () => (await (await caches.open("shell")).keys()).map(({ url }) => new URL(url).pathname));
  await expect.poll(readCachedPaths).toContain("/");
  await goTo(page, `/check${hash}`);
  await page.getByText("Genuine and valid").waitFor();

  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("Without a connection the portal cannot say whether it has changed since.").waitFor();
  await goTo(page, "/");
  await page.getByText(/Offline since \d/).waitFor();

  await page.context().setOffline(false);
  await page.evaluate(async () => {
    const cache = await caches.open("shell");
    await cache.put("/", new Response("An old release", { headers: { "content-type": "text/html" } }));
    await cache.put("/assets/old.js", new Response(""));
  });
  await page.reload();
  await page.getByRole("banner").waitFor();
  await expect.poll(readCachedPaths).not.toContain("/assets/old.js");
  const readCachedPage = () => page.evaluate(async () => (await caches.match("/"))?.text());
  await expect.poll(readCachedPage).toContain('<div id="root">');

  // Two windows open the new release at the same time: neither deletes the files that the other has cached.
  const second = await page.context().newPage();
  await page.evaluate(async () => {
    const cache = await caches.open("shell");
    await cache.put("/", new Response("An old release", { headers: { "content-type": "text/html" } }));
  });
  await Promise.all([page.reload(), second.goto(portal.url())]);
  for (const opened of [page, second]) await opened.getByRole("banner").waitFor();
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map(({ src }) => new URL(src).pathname),
  );
  expect(scripts.length).toBeGreaterThan(0);
  for (const path of scripts) await expect.poll(readCachedPaths).toContain(path);

  const manifest = await page.evaluate(async () => (await fetch("/manifest.webmanifest")).json());
  for (const { src } of z.object({ icons: z.array(z.object({ src: z.string() })) }).parse(manifest).icons)
    expect((await fetch(`${portal.url()}${src}`)).headers.get("content-type")).toMatch(/^image\//);
});

test("the cached portal does not replace the responses of the server's own addresses", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), { username: "admin", serviceWorkers: "allow" });
  await expect.poll(() => page.evaluate(async () => (await caches.match("/"))?.ok)).toBe(true);
  await portal.disconnectDatabase();
  await expect.poll(async () => (await fetch(`${portal.url()}/readyz`)).status).toBe(503);
  await goTo(page, `${portal.url()}/readyz`);
  expect(await page.textContent("body")).toContain('{"ready":false}');
});

test("the header says at once that the network is gone, and on the next day also the day", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await waitUntilLive(page);
  await page.context().setOffline(true);
  // Otherwise the loss of a connection is noticed after 20 seconds or later.
  await page
    .getByRole("banner")
    .getByText(/Offline since/)
    .waitFor({ timeout: 10_000 });
  await page.clock.setFixedTime(await page.evaluate(() => Date.now() + 24 * 3_600_000));
  await page.getByRole("button", { name: "Collapse" }).click();
  await page
    .getByRole("banner")
    .getByText(/^Offline since \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    .waitFor();
  await page.clock.resume();
  await page.context().setOffline(false);
  await waitUntilLive(page);
});

test("a window reconnects although the browser does not report that the network is back", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const banner = page.getByRole("banner");
  await banner.getByText("Live").waitFor();
  const offline = banner.getByText(/Offline since/).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await offline;
  await banner.getByText("Live").waitFor();
});
