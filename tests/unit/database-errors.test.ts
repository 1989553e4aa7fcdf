import mongoose from "mongoose";
import { expect, test } from "vitest";
import { toHttpError } from "../../server/errors.ts";

const { MongoServerError, MongoNetworkError } = mongoose.mongo;

test.each([
  ["is no primary any more", 10107],
  ["is shutting down", 91],
  ["is interrupted by its end", 11600],
  ["has stepped down", 189],
  ["takes no writes for want of room", 14031],
  ["takes nobody's writes", 371],
])("a database that %s is away for now", { tags: "requirement-26" }, (_what, code) => {
  expect(toHttpError(new MongoServerError({ message: "of the database", code }))).toMatchObject({
    status: 503,
    details: { retryAfter: 2 },
  });
});

test("a lost connection is recognized, also inside a bulk write error", {
  tags: "requirement-26",
}, () => {
  const gone = new MongoNetworkError("gone");
  expect(toHttpError(gone)?.status).toBe(503);
  expect(toHttpError(new MongoServerError(gone))?.status).toBe(503);
  const ended = Object.assign(new Error("This socket has been ended by the other party"), { code: "EPIPE" });
  expect(toHttpError(ended)?.status).toBe(503);
});

test("errors that a retry may fix are answered as temporary", () => {
  const collided = new MongoServerError({ message: "of the database", code: 251 });
  expect(toHttpError(collided)).toBeUndefined();
  collided.addErrorLabel("TransientTransactionError");
  expect(toHttpError(collided)?.status).toBe(503);
});

test("a write that the database rejects is reported as a bug", () => {
  expect(toHttpError(new MongoServerError({ message: "of the database", code: 2 }))).toBeUndefined();
  expect(toHttpError(new Error("anything"))).toBeUndefined();
});
