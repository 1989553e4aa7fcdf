import { expect, test } from "vitest";
import { collectPages, findPageErrors, readDeclarations } from "../../scripts/codegen/declarations.ts";
import { findStaleFiles } from "../../scripts/codegen/generated-files.ts";
import { pages } from "../../shared/pages.ts";
import { ur } from "../../web/i18n/locales/ur.ts";
import { initialIcons } from "../../web/ui/icon/initialIcons.ts";
import { layoutIcons } from "../../web/ui/icon/layoutIcons.ts";
import { lazyIcons } from "../../web/ui/icon/lazyIcons.ts";

const declarations = await readDeclarations();

test("generated files match the declarations (npm run fix writes them)", async () => {
  expect((await findStaleFiles(declarations)).map(({ path }) => path)).toEqual([]);
});

test("every page has a unique id and path, every tab a page and a screen", () => {
  expect(findPageErrors(collectPages(declarations))).toEqual([]);
});

test.each([
  [{ id: 3 }, "Vehicles has the id of Plots, 3: the next free one is 4"],
  [{ path: "/society-management?tab=plots" }, "Vehicles has the path of Plots, /society-management?tab=plots"],
  [{ path: "/parking?tab=vehicles" }, "Vehicles is a tab of /parking, which is not a page"],
  [{ screen: "vehicles/CarsScreen" }, "Vehicles is a tab without its screen, web/features/vehicles/CarsScreen.tsx"],
])("an invalid page is reported: %j", (invalid, message) => {
  const society = { id: 2, path: "/society-management", title: "Society", icon: "home", actions: [] };
  const plots = {
    ...society,
    id: 3,
    path: `${society.path}?tab=plots`,
    title: "Plots",
    screen: "plot/PlotsScreen",
  };
  const vehicles = { ...plots, id: 4, path: `${society.path}?tab=vehicles`, title: "Vehicles" };
  expect(findPageErrors([society, plots, vehicles])).toEqual([]);
  expect(findPageErrors([society, plots, { ...vehicles, ...invalid }])).toEqual([message]);
});

test.each(pages.map(({ title }) => title))("the page title is translated to Urdu: %s", (title) => {
  expect(ur).toHaveProperty([title], expect.stringMatching(/[\u0600-\u06ff]/));
});

test.each(pages.map(({ title, icon }) => [title, icon]))("the icon of the page %s exists: %s", (_title, icon) => {
  expect({ ...initialIcons, ...layoutIcons, ...lazyIcons }).toHaveProperty([icon]);
});

test("pages keep the ids that menus store", () => {
  const released = pages.filter(({ id }) => id <= releasedPaths.length).toSorted((a, b) => a.id - b.id);
  expect(released.map(({ path }) => path)).toEqual(releasedPaths);
});

/**
 * The paths of the pages 1, 2, 3 … of released versions. Databases store the ids, permissions refer to the paths.
 */
const releasedPaths = [
  "/",
  "/society-management",
  "/society-management?tab=plots",
  "/society-management?tab=plot-users",
  "/society-management?tab=plot-category",
  "/society-management?tab=plot-type",
  "/society-management?tab=plot-floors",
  "/payment-management",
  "/payment-management?tab=service-charges",
  "/payment-management?tab=payment-plans",
  "/payment-management?tab=payment-schedule",
  "/payment-management?tab=payment-receipt",
  "/finance-management",
  "/finance-management?tab=expenses",
  "/finance-management?tab=received",
  "/generate-report",
  "/system-management",
  "/system-management?tab=action",
  "/system-management?tab=menu",
  "/system-management?tab=map-menu-actions",
  "/system-management?tab=role",
  "/system-management?tab=permissions",
  "/system-management?tab=audit",
  "/system-management?tab=displays",
  "/system-management?tab=mails",
  "/finance-management?tab=ageing",
];
