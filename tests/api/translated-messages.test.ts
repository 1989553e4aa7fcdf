import { describe, expect, test } from "vitest";
import { messages } from "../../shared/messages.ts";
import { resources } from "../../shared/resources/index.ts";
import { server, ur } from "../../web/i18n/locales/ur.ts";
import { compilePatterns, translateByPattern } from "../../web/i18n/messagePatterns.ts";
import { buildForms } from "../harness/forms.ts";
import { openSharedHarness } from "../harness/harness.ts";

const forms = await buildForms(await openSharedHarness());
const speech = { dictionary: ur, patterns: compilePatterns(server) };

type Filled = { [Name in keyof typeof messages as (typeof messages)[Name] extends string ? never : Name]: string };

const filled: Filled = {
  added: messages.added("Menu"),
  updated: messages.updated("Action"),
  deleted: messages.deleted("Plot"),
  notFound: messages.notFound("Receipt"),
  immutableField: messages.immutableField("HouseNo"),
  exists: messages.exists("Service charge", "7"),
  inUse: messages.inUse("Category", "Plot A-1"),
  unknownReference: messages.unknownReference("Floor"),
  unsupportedMediaType: messages.unsupportedMediaType(["text/csv", "application/json"]),
  plotsDoNotMatch: messages.plotsDoNotMatch("A-1, B-2"),
  importRunning: messages.importRunning("Nadia"),
  emailsPending: messages.emailsPending(3),
  remindersQueued: messages.remindersQueued(3),
  mailsRequeued: messages.mailsRequeued(3),
  settledByReceipt: messages.settledByReceipt("R-12"),
  alreadyPaid: messages.alreadyPaid("Nadia", "10/11/2026 14:05"),
};

describe("in Urdu", () => {
  test.each([...Object.values(messages).filter((message) => typeof message === "string"), ...Object.values(filled)])(
    "the server says: %s",
    (message) => expect(translateByPattern(message, speech)).toMatch(urduText),
  );

  test.each([
    ...new Set(
      forms.flatMap(({ required, optional }) => [...Object.values(required), ...Object.values(optional ?? {})]),
    ),
  ])("a form says: %s", (message) => expect(translateByPattern(message, speech)).toMatch(urduText));

  test.each(resources.map(({ label }) => label))("a record is called: %s", (label) =>
    expect(ur).toHaveProperty([label], expect.stringMatching(urduText)),
  );

  test("a row of a spreadsheet is refused with all its reasons", () => {
    const said = translateByPattern("Owner name is required; Mobile number not recognised: 12", speech);
    expect(said).toBe("مالک کا نام درکار ہے؛ موبائل نمبر پہچانا نہیں گیا: 12");
  });

  test("what is told within a message stays as it is, and its record is named", () => {
    expect(translateByPattern(filled.exists, speech)).toBe("سروس چارج 7 پہلے سے موجود ہے");
    expect(translateByPattern(filled.alreadyPaid, speech)).toMatch(/Nadia.*10\/11\/2026 14:05/);
  });
});

/** Urdu letters and not a whole English sentence between them. */
const urduText = /^(?!.*[A-Za-z]+ [A-Za-z]+ [A-Za-z]+)(?=.*[\u0600-\u06ff]).*$/su;
