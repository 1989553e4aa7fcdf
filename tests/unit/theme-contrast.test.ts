import { expect, test } from "vitest";
import { themes } from "../../web/ui/theme/theme.ts";

test.each(Object.entries(themes))(
  "in the %s theme the edges of highlighted rows have a contrast of at least 3:1, and their texts of at least 4.5:1",
  (_, { color }) => {
    const states = [
      { edge: color.accent, background: color.accentSoft },
      { edge: color.red, background: color.redSoft },
    ];
    for (const { edge, background } of states) {
      for (const adjacent of [background, color.surface]) expect(contrastOf(edge, adjacent)).toBeGreaterThanOrEqual(3);
      for (const text of [color.text, color.textMuted, color.textSubtle, edge])
        expect(contrastOf(text, background)).toBeGreaterThanOrEqual(4.5);
    }
    // The states of an installment in a row that has just been changed.
    for (const state of [color.amber, color.red])
      expect(contrastOf(state, color.accentSoft)).toBeGreaterThanOrEqual(4.5);
    // The colors of users, in avatars and in the labels of rows.
    for (const person of color.person) expect(contrastOf(person, color.surface)).toBeGreaterThanOrEqual(3);
  },
);

/** The contrast ratio of WCAG 2.2 of two colors as #rrggbb, from 1 to 21. */
function contrastOf(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
