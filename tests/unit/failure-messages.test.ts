import { describe, expect, test } from "vitest";
import { type Operation, withFailureMessage } from "../../web/api/failureMessage.ts";
import { ApiError } from "../../web/api/request.ts";
import { ur } from "../../web/i18n/locales/ur.ts";

const noConnection = new ApiError({ status: 0, message: "The portal cannot be reached." });
const badGateway = new ApiError({ status: 502, message: "API request failed" });
const notJson = new ApiError({ status: 200, message: "API request failed" });
const refused = new ApiError({ status: 409, message: "Floor is in use by Plot A-1", hasServerMessage: true });
const bug = new TypeError("x is undefined");

/** The rows "Generic …", "Menus" and "Actions, menu-action maps, roles" of the specification's message table. */
const table: readonly [resource: string, operation: Operation, onRefusal: string, withoutAnswer: string][] = [
  ["plot", "fetch", "Failed to fetch data", "Unexpected error fetching data"],
  ["plot", "add", "Failed to add item", "Unexpected error adding item"],
  ["expenses", "update", "Failed to update item", "Unexpected error updating item"],
  ["plot-type", "delete", "Failed to delete item", "Unexpected error deleting item"],
  ["menus", "fetch", "Failed to load data", "Failed to load data"],
  ["menus", "add", "Failed to add menu", "Failed to add menu"],
  ["menus", "update", "Failed to update menu", "Failed to update menu"],
  ["menus", "delete", "Failed to delete menu", "Failed to delete menu"],
  ["action", "add", "Failed to add action", "Failed to add action"],
  ["menuactionsmap", "update", "Failed to update menu action", "Failed to update menu action"],
  ["role", "delete", "Failed to delete role", "Failed to delete role"],
  ["role-permissions", "fetch", "Failed to load data", "Failed to load data"],
];

describe("failures without a message of the server", () => {
  test.each(table)("%s, %s: %s", (resource, operation, onRefusal, withoutAnswer) => {
    const messageOf = (error: unknown) => withFailureMessage(error, { resource, operation }).message;
    expect(messageOf(badGateway)).toBe(onRefusal);
    for (const error of [noConnection, notJson, bug]) expect(messageOf(error)).toBe(withoutAnswer);
    expect(withFailureMessage(refused, { resource, operation })).toBe(refused);
    for (const text of [onRefusal, withoutAnswer]) expect(ur).toHaveProperty([text]);
  });

  test("keep the status, which tells whether the portal was reached", () => {
    const statusOf = (error: unknown) => withFailureMessage(error, { resource: "plot", operation: "add" }).status;
    expect([noConnection, badGateway, bug].map(statusOf)).toEqual([0, 502, 0]);
  });
});
