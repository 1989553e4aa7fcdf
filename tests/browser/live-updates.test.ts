// @module-tag browser
import type { Route, WebSocketRoute } from "playwright-core";
import { expect, test } from "vitest";
import { createDeferred } from "../../server/commits/deferred.ts";
import { plot } from "../../shared/resources/plot.ts";
import { users } from "../../shared/resources/users.ts";
import { goTo, openScreen, setUpBrowser, signInByForm, waitUntilLive } from "../harness/browser.ts";
import { browserNow } from "../harness/clock.ts";
import { openHarness } from "../harness/harness.ts";
import { recordHighlights } from "../harness/highlights.ts";
import { createReceipt, voidReceipt } from "../harness/receipts.ts";
import { assertOk, parseRecord } from "../harness/reply.ts";

const browser = setUpBrowser({ reusesWindows: false });
const viewPlots = { role: "Manager", page: "/society-management?tab=plots", action: "View" } as const;

test("a revoked permission hides the page at once, and granting it again shows the page", {
  tags: "requirement-5",
}, async () => {
  const { portal, revoke, grant } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${viewPlots.page}`, "manager");
  const house = page.getByText("A-1", { exact: true }).first();
  const tab = page.getByRole("main").getByRole("link", { name: "Plots", exact: true });
  await house.waitFor();
  await tab.waitFor();

  await revoke(viewPlots);
  await page.getByRole("heading", { name: "You don't have permission to access this resource." }).waitFor();
  await house.waitFor({ state: "detached" });
  await tab.waitFor({ state: "detached" });

  await grant(viewPlots);
  await house.waitFor();
  await tab.waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a list that is opened again is only sent again if it has changed", { tags: "matrix" }, async () => {
  const { portal, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${viewPlots.page}`, "admin");
  await page.getByText("A-1", { exact: true }).first().waitFor();
  // A list that was requested before the live connection is requested once more.
  await waitUntilLive(page);
  await page.waitForLoadState("networkidle");
  await page.clock.install({ time: browserNow() });
  const statuses: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/plot")) statuses.push(response.status());
  });

  await leaveFor32Seconds();
  await page.goBack();
  await page.getByText("A-1", { exact: true }).first().waitFor();
  await expect.poll(() => statuses).toEqual([304]);
  await leaveFor32Seconds();
  await createPlot({ HouseNo: "B-7" });
  await page.goBack();
  await page.getByText("B-7", { exact: true }).first().waitFor();
  await expect.poll(() => statuses).toEqual([304, 200]);
  expect(consoleErrors).toEqual([]);

  async function leaveFor32Seconds(): Promise<void> {
    await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
    await page.getByText("A-1", { exact: true }).first().waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    // A list that is not shown for 30 seconds is released.
    await page.clock.fastForward(32_000);
  }
});

test("the change of a colleague with the same full name is highlighted", async () => {
  const { portal, admin, manager, society } = await openHarness();
  const colleague = (await admin.list(users)).find(({ Username }) => Username === "manager");
  assertOk(await admin.put(`/users/${colleague?.UserID}`, { ...colleague, FullName: "admin" }));
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${viewPlots.page}`, "admin");
  await page.getByText("A-1", { exact: true }).first().waitFor();
  const { PlotID } = society.aliPlot;
  const row = parseRecord(plot, await manager.get(`/plot/${PlotID}`));
  const highlighted = page.getByText("admin just now").waitFor();
  assertOk(await manager.put(`/plot/${PlotID}`, { ...row, OwnerName: "Ali Raza" }));
  await highlighted;
  expect(consoleErrors).toEqual([]);
});

test("a void that reopens many installments highlights only one of them with the user's name", async () => {
  const { portal, manager, createSchedule } = await openHarness();
  await createSchedule();
  const receipt = await createReceipt(manager, { HouseNo: "A-1", AmountPaid: 27_500 });
  const address = `${portal.url()}/payment-management?tab=payment-schedule&year=2026`;
  const { page, consoleErrors } = await browser.openSignedIn(address, "admin");
  const house = page.getByRole("row").filter({ hasText: "A-1" });
  await house.getByText("11 of 12 paid").waitFor();
  const countHighlights = await recordHighlights(page);

  await Promise.all([page.getByText("manager just now").waitFor(), voidReceipt(manager, receipt)]);
  await house.getByText("0 of 12 paid").waitFor();
  await page.getByText("manager just now").waitFor({ state: "detached" });
  expect(await countHighlights()).toBe(1);
  expect(consoleErrors).toEqual([]);
});

test("signing out and in applies to all windows of the browser", { tags: "matrix" }, async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "admin");
  const other = await page.context().newPage();
  await other.goto(`${portal.url()}${viewPlots.page}`);
  await other.getByText("A-1", { exact: true }).first().waitFor();

  await page.getByRole("button", { name: /admin/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await other.getByRole("button", { name: "Sign in" }).waitFor();

  await signInByForm(page, { username: "manager" });
  await other.getByRole("button", { name: /manager/ }).waitFor();
  await other.getByText("A-1", { exact: true }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a second user who signs in in the same window receives live changes", { tags: "matrix" }, async () => {
  const { portal, createPlot } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(`${portal.url()}${viewPlots.page}`, "admin");
  await page.getByText("A-1", { exact: true }).first().waitFor();
  await page.clock.install({ time: browserNow() });

  await page.getByRole("button", { name: /admin/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await signInByForm(page, { username: "manager" });
  await page.getByText("A-1", { exact: true }).first().waitFor();

  await page.clock.fastForward(32_000);
  await waitUntilLive(page);
  await createPlot({ HouseNo: "B-7" });
  await page.getByText("B-7", { exact: true }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test("a resident who signs in after a user of the office in the same window does not see that user's colleagues", async () => {
  const { portal } = await openHarness();
  const path = `${portal.url()}/payment-management?tab=payment-receipt`;
  const { page } = await browser.openSignedIn(path, "admin");
  const colleagues = page.getByRole("img", { name: /^Also here/ });
  await browser.openSignedIn(path, "manager");
  await colleagues.waitFor();

  await page.getByRole("button", { name: /admin/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await signInByForm(page, { username: "ali" });
  await waitUntilLive(page);
  await page.getByRole("heading", { name: "Payment Receipt", exact: true }).waitFor();
  expect(await colleagues.count()).toBe(0);
});

test("a resident who signs in after a user of the office in the same window sees changes of the society", async () => {
  const { portal, admin } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  await waitUntilLive(page);
  await page.getByRole("button", { name: /admin/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await signInByForm(page, { username: "ali" });
  await waitUntilLive(page);
  assertOk(await admin.put("/society", { Name: "Renamed Society" }));
  await expect.poll(() => page.title()).toContain("Renamed Society");
});

test("a window that waits before its next attempt to connect connects at once when the network is back", {
  tags: "matrix",
}, async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  const banner = page.getByRole("banner");
  let isBlocked = true;
  let attempts = 0;
  await page.clock.install({ time: browserNow() });
  await page.route(/\/socket\.io\//, (route) => (isBlocked ? route.abort() : route.continue()));
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    attempts++;
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
  await page.reload();
  await expect.poll(() => attempts).toBeGreaterThan(2);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000));
  isBlocked = false;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await banner.getByText("Live").waitFor();
});

test("a window that does not get a connection says after some seconds that it is offline", async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  await page.clock.install({ time: browserNow() });
  await page.route(/\/socket\.io\//, (route) => route.abort());
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  await page.reload();
  const banner = page.getByRole("banner");
  await banner.getByText(/^Reconnecting/).waitFor();
  await page.clock.fastForward(9_000);
  await banner.getByText(/Offline since/).waitFor();
});

test("after a reconnect the dashboard shows the changes that were made meanwhile", async () => {
  const { portal, createExpense } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  const sockets = new Set<WebSocketRoute>();
  let reconnectAllowed: Promise<void> | undefined;
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await reconnectAllowed;
    socket.connectToServer();
    sockets.add(socket);
  });
  await page.reload();
  await waitUntilLive(page);

  const reconnect = createDeferred<void>();
  reconnectAllowed = reconnect.promise;
  for (const socket of sockets) await socket.close();
  await page
    .getByText(/^Reconnecting/)
    .first()
    .waitFor();
  await createExpense({ Amount: 81_234 });
  reconnect.resolve();
  await page.getByText("81,234").first().waitFor();
  await waitUntilLive(page);
  expect(consoleErrors.filter((message) => !message.startsWith("WebSocket connection"))).toEqual([]);
});

test("changes that are missed before a second disconnect arrive after it, although a tab was opened between both", async () => {
  const { portal, createPlot } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  const sockets: WebSocketRoute[] = [];
  let losesChanges = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    sockets.push(socket);
    const isLossy = losesChanges;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isLossy || !String(message).startsWith('42["changes"')) socket.send(message);
    });
  });
  await goTo(page, "/society-management?tab=plots");
  await page.getByText("A-1", { exact: true }).first().waitFor();
  await waitUntilLive(page);
  const reconnect = async () => {
    const count = sockets.length;
    await sockets.at(-1)?.close();
    await expect.poll(() => sockets.length).toBe(count + 1);
    await waitUntilLive(page);
  };
  losesChanges = true;
  await reconnect();
  await createPlot({ HouseNo: "B-1" });
  await openScreen(page, "/society-management?tab=plot-type");
  // The list is read once the server has confirmed the new subscription.
  await page.getByRole("row").nth(1).waitFor();
  losesChanges = false;
  await reconnect();
  await openScreen(page, "/society-management?tab=plots");
  await page.getByText("B-1", { exact: true }).first().waitFor();
});

test("a window whose handshake takes long after an outage does not start a second handshake", {
  tags: "matrix",
}, async () => {
  const { portal } = await openHarness();
  const { page } = await browser.openSignedIn(portal.url(), "manager");
  const banner = page.getByRole("banner");
  const handshakes: (() => void)[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      // The Socket.IO packet that connects, with the token.
      if (String(message).startsWith("40{")) handshakes.push(() => server.send(message));
      else server.send(message);
    });
  });
  await page.reload();
  await expect.poll(() => handshakes.length).toBe(1);
  handshakes[0]?.();
  await banner.getByText("Live").waitFor();

  await page.clock.install({ time: browserNow() });
  await page.evaluate(() => {
    for (const type of ["offline", "online"]) dispatchEvent(new Event(type));
  });
  await expect.poll(() => handshakes.length).toBe(2);
  // Three seconds after it went offline, the client reconnects unless a handshake is under way.
  await page.clock.fastForward(3_000);
  handshakes[1]?.();
  await banner.getByText("Live").waitFor();
  expect(handshakes).toHaveLength(2);
});

test("an activity that arrives while older ones are loading stays in the list", async () => {
  const { portal, createPlot } = await openHarness();
  for (let number = 1; number <= 25; number++) await createPlot({ HouseNo: `C-${number}` });
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const activity = page.getByRole("region", { name: "Activity" });
  const showMore = activity.getByRole("button", { name: "Show more" });
  await showMore.waitFor();
  const olderPages: Route[] = [];
  await page.route("**/api/activity?*after=*", (route) => void olderPages.push(route));

  await showMore.click();
  await expect.poll(() => olderPages.length).toBe(1);
  await createPlot({ HouseNo: "C-99" });
  await activity.getByText("C-99").waitFor();
  await olderPages[0]?.continue();
  await expect.poll(() => showMore.getAttribute("aria-disabled")).toBe(null);
  expect(await activity.getByText("C-99").count()).toBe(1);
});

test("more activities than the server sends at once stay in the list when another one arrives", {
  tags: "matrix",
}, async () => {
  const { portal, createPlot } = await openHarness();
  for (let number = 1; number <= 110; number++) await createPlot({ HouseNo: `C-${number}` });
  const { page } = await browser.openSignedIn(portal.url(), "admin");
  const activity = page.getByRole("region", { name: "Activity" });
  const showMore = activity.getByRole("button", { name: "Show more" });
  const oldest = activity.getByText("C-3", { exact: true });
  for (let count = 12; count < 108; count += 12) {
    await expect.poll(() => activity.getByRole("listitem").count()).toBe(count);
    await showMore.click();
  }
  await oldest.waitFor();
  await createPlot({ HouseNo: "C-999" });
  await activity.getByText("C-999").waitFor();
  expect(await activity.getByRole("listitem").count()).toBe(109);
  await showMore.click();
  await activity.getByText("C-1", { exact: true }).waitFor();
  expect(await oldest.count()).toBe(1);
});

test("if the server is unreachable at the start, the client retries and the user stays signed in", {
  tags: "matrix",
}, async () => {
  const { portal } = await openHarness();
  const { page, consoleErrors } = await browser.openSignedIn(portal.url(), "manager");
  await page.route("**/api/me", (route) => route.abort());
  await page.reload();
  await page.getByText("The portal cannot be reached. Trying again...").waitFor();

  await page.unroute("**/api/me");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  expect(consoleErrors).toEqual([]);
});
