import fc from "fast-check";
import { expect, test } from "vitest";
import { optionalText, personName, text } from "../../shared/fields.ts";

const unit = fc.oneof(
  fc.constantFrom(..." \t\n\r\0ab\u00a0\u0085\u0301\u0958\u200b\u200d\u2028\ufeff\ufffe"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);

test.each(Object.entries({ text: text("?"), optionalText: optionalText(), personName: personName("?") }))(
  "a stored value of %s is in NFC and is accepted again without a change",
  (_name, schema) => {
    fc.assert(
      fc.property(fc.string({ unit }), (value) => {
        const stored = schema.safeParse(value).data;
        if (stored === undefined) return;
        expect(stored).toBe(stored.normalize("NFC"));
        expect(schema.parse(stored)).toBe(stored);
      }),
      { examples: [["a\0\u0301"], ["a\u200b\u0301!"]] },
    );
  },
);
