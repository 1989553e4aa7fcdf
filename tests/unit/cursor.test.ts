import { expect, test } from "vitest";
import { toCursor, toResumeToken } from "../../server/commits/cursor.ts";

/** Resume tokens in the order of the change stream: of two transactions, and between commits. */
const tokens = [
  "826B0523FE000000012B0429296E1404",
  "826B0523FE000000012B022C01002B046E5A10048B6F8072B5C44B5FA8A9B2E7FC89C83746645F696400646B0523FE50F114BBD3F026830004",
  "826B0523FE000000012B022C01002B066E5A10048B6F8072B5C44B5FA8A9B2E7FC89C83746645F696400646B0523FE50F114BBD3F026840004",
  "826B0523FE000000042B0429296E1404",
  "826B0523FF000000042B0429296E1404",
].toSorted();

test("a cursor is converted back to its resume token", () => {
  for (const _data of tokens) expect(toResumeToken(toCursor({ _data }))).toEqual({ _data });
});

test("cursors sort like their resume tokens, whatever the bytes and the length of a token", () => {
  const bytes = ["", "00", "01", "3E", "3F", "40", "7F", "80", "FB", "FF"];
  const texts = bytes.flatMap((first) => bytes.flatMap((second) => bytes.map((third) => first + second + third)));
  const sortedTexts = [...new Set([...texts, ...tokens])].toSorted();
  const cursors = sortedTexts.map((_data) => toCursor({ _data }));
  expect(cursors.toSorted()).toEqual(cursors);
});

test("a cursor is at least a third shorter than the resume token of a commit", () => {
  const longest = tokens.reduce((a, b) => (b.length > a.length ? b : a));
  expect(toCursor({ _data: longest }).length).toBeLessThanOrEqual((longest.length * 2) / 3);
});
