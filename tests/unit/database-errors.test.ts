import mongoose from "mongoose";
import { expect, test } from "vitest";
import { toHttpError } from "../../server/errors.ts";

const { MongoServerError, MongoNetworkError } = mongoose.mongo;

test.each([
  ["not the primary", 10107],
  ["shutting down", 91],
  ["interrupted by the shutdown", 11600],
  ["stepped down", 189],
  ["out of disk space", 14031],
  ["user writes blocked", 371],
])("a database error is answered as temporarily unavailable: %s", { tags: "requirement-26" }, (_description, code) => {
  expect(toHttpError(new MongoServerError({ message: "error of the database", code }))).toMatchObject({
    status: 503,
    details: { retryAfterSeconds: 2 },
  });
});

test("a lost connection is answered as temporarily unavailable, also when a server error wraps it", {
  tags: "requirement-26",
}, () => {
  const lostConnection = new MongoNetworkError("connection lost");
  expect(toHttpError(lostConnection)?.status).toBe(503);
  expect(toHttpError(new MongoServerError(lostConnection))?.status).toBe(503);
  const socketEnded = Object.assign(new Error("This socket has been ended by the other party"), { code: "EPIPE" });
  expect(toHttpError(socketEnded)?.status).toBe(503);
});

test("an error of a transaction is answered as temporarily unavailable once it has the label that a retry may succeed", () => {
  const noSuchTransaction = 251;
  const transactionError = new MongoServerError({ message: "error of the database", code: noSuchTransaction });
  expect(toHttpError(transactionError)).toBeUndefined();
  transactionError.addErrorLabel("TransientTransactionError");
  expect(toHttpError(transactionError)?.status).toBe(503);
});

test("a rejected write and an error outside the database do not become HTTP errors, because they are bugs", () => {
  const badValue = 2;
  expect(toHttpError(new MongoServerError({ message: "error of the database", code: badValue }))).toBeUndefined();
  expect(toHttpError(new Error("anything"))).toBeUndefined();
});
