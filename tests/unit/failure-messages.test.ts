import { describe, expect, test } from "vitest";
import { createSavedMessage } from "../../shared/messages.ts";
import { type Operation, withFailureMessage } from "../../web/api/failureMessage.ts";
import { ApiError } from "../../web/api/request.ts";
import { ur } from "../../web/i18n/locales/ur.ts";

const connectionError = new ApiError({ status: 0, message: "The portal cannot be reached." });
const proxyError = new ApiError({ status: 502, message: "API request failed" });
const invalidResponseError = new ApiError({ status: 0, message: "API request failed" });
const serverError = new ApiError({ status: 409, message: "Floor is in use by Plot A-1", hasServerMessage: true });
const unexpectedError = new TypeError("x is undefined");

/**
 * The messages of operations whose response has no message: rows "Generic …", "Menus" and "Actions, menu-action maps,
 * roles" of the specification's message table.
 */
const fallbackMessages: readonly [
  resource: string,
  operation: Operation,
  forErrorResponse: string,
  withoutResponse: string,
][] = [
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

/**
 * All other messages of that table, in its order, except "Payment Plan Revoke is not implemented yet.", because the
 * portal can revoke payment plans.
 */
const specifiedMessages = `
Failed to login
Login failed. Please check your credentials.
Login successful!
Signup failed
Account created successfully!
Password reset failed
Password reset instructions sent to your email!
No auth token found
Invalid dashboard data received
Failed to load dashboard data
Failed to fetch data
Unexpected error fetching data
Failed to add item
Unexpected error adding item
Item added successfully
Failed to update item
Unexpected error updating item
Item updated successfully
Failed to delete item
Unexpected error deleting item
Item deleted successfully
API request failed
Unknown error occurred
Error creating Payment Plan
Failed to load payment plan
Authorization token missing
Failed to fetch payment plan details.
Required data missing: RateID or PlotIDs
Payment schedule generated successfully
Failed to generate payment schedule
Error generating payment schedule
Failed to update payment status
Failed to load payment schedule
No payment schedules available
Failed to load payment receipts
Payment receipt added
Error adding receipt
Payment receipt updated
Error updating receipt
Receipt deleted
Error deleting receipt
Receipt updated
No receipts found.
All emails already sent.
Emails sent successfully!
No action taken.
Failed to send emails
Error connecting to the server.
No new emails to send. Please wait 5 seconds and try again.
Successfully Refreshed
Failed to load data
Failed to add menu
Failed to update menu
Failed to delete menu
Permission updated successfully!
Failed to update permissions!
Something went wrong!
No expenses found.
No receivables found.
Please select both month and year
Failed to generate report
Server error
Report generated!
House {no} marked as Paid
House {no} marked as Unpaid
`;

describe("every message of the specification's table", () => {
  test.each(specifiedMessages.trim().split("\n"))("is a text of the screens or the server: %s", (text) =>
    expect(ur).toHaveProperty([text]),
  );

  test.each(["Menu", "Action", "Menu action", "Role", "Account", "User"])(
    "names the record: %s added successfully",
    (label) => {
      for (const code of ["added", "updated", "deleted"] as const)
        expect(createSavedMessage(code, label).message).toBe(`${label} ${code} successfully`);
    },
  );

  test.each(["Plot", "Expense", "Service charge"])("calls the record an item: %s", (label) =>
    expect(createSavedMessage("added", label).message).toBe("Item added successfully"),
  );
});

describe("errors without a message of the server", () => {
  test.each(fallbackMessages)(
    "get the message of the operation: %s, %s: %s",
    (resource, operation, forErrorResponse, withoutResponse) => {
      const messageOf = (error: unknown) => withFailureMessage(error, { resource, operation }).message;
      expect(messageOf(proxyError)).toBe(forErrorResponse);
      for (const error of [connectionError, invalidResponseError, unexpectedError])
        expect(messageOf(error)).toBe(withoutResponse);
      expect(withFailureMessage(serverError, { resource, operation })).toBe(serverError);
      for (const text of [forErrorResponse, withoutResponse]) expect(ur).toHaveProperty([text]);
    },
  );

  test("keep their status, which is 0 without a response", () => {
    const statusOf = (error: unknown) => withFailureMessage(error, { resource: "plot", operation: "add" }).status;
    expect([connectionError, proxyError, unexpectedError].map(statusOf)).toEqual([0, 502, 0]);
  });
});
