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

test("a cursor becomes its resume token again", () => {
  for (const _data of tokens) expect(toResumeToken(toCursor({ _data }))).toEqual({ _data });
});

test("cursors compare like their resume tokens, also those of any bytes and length", () => {
  const bytes = ["", "00", "01", "3E", "3F", "40", "7F", "80", "FB", "FF"];
  const texts = bytes.flatMap((first) => bytes.flatMap((second) => bytes.map((third) => first + second + third)));
  const sortedTexts = [...new Set([...texts, ...tokens])].toSorted();
  const cursors = sortedTexts.map((_data) => toCursor({ _data }));
  expect(cursors.toSorted()).toEqual(cursors);
});

test("a cursor is a third shorter than its resume token", () => {
  expect(toCursor({ _data: tokens[1] }).length).toBeLessThanOrEqual(76);
});
