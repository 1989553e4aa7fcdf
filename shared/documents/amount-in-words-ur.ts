import { type NumberWords, numberInWords, splitRupees } from "./amount-in-words.ts";

/**
 * An amount in rupees in Urdu words: `مبلغ ایک لاکھ دو ہزار روپے پچاس پیسے صرف`. Throws a RangeError for a negative
 * amount.
 */
export function amountInUrduWords(amount: number): string {
  const { rupees, paisa } = splitRupees(amount);
  const whole = `${numberInWords(urduNumbers, rupees)} ${rupees === 1 ? "روپیہ" : "روپے"}`;
  const rest = paisa === 0 ? "" : ` ${numberInWords(urduNumbers, paisa)} ${paisa === 1 ? "پیسہ" : "پیسے"}`;
  return `مبلغ ${whole}${rest} صرف`;
}

/** 0 to 99: in Urdu each of these numbers has its own word. */
const upToNinetyNine = `
  صفر ایک دو تین چار پانچ چھ سات آٹھ نو
  دس گیارہ بارہ تیرہ چودہ پندرہ سولہ سترہ اٹھارہ انیس
  بیس اکیس بائیس تئیس چوبیس پچیس چھبیس ستائیس اٹھائیس انتیس
  تیس اکتیس بتیس تینتیس چونتیس پینتیس چھتیس سینتیس اڑتیس انتالیس
  چالیس اکتالیس بیالیس تینتالیس چوالیس پینتالیس چھیالیس سینتالیس اڑتالیس انچاس
  پچاس اکاون باون ترپن چون پچپن چھپن ستاون اٹھاون انسٹھ
  ساٹھ اکسٹھ باسٹھ تریسٹھ چونسٹھ پینسٹھ چھیاسٹھ سڑسٹھ اڑسٹھ انہتر
  ستر اکہتر بہتر تہتر چوہتر پچہتر چھہتر ستتر اٹھہتر اناسی
  اسی اکیاسی بیاسی تراسی چوراسی پچاسی چھیاسی ستاسی اٹھاسی نواسی
  نوے اکانوے بانوے ترانوے چورانوے پچانوے چھیانوے ستانوے اٹھانوے ننانوے
`
  .trim()
  .split(/\s+/);

const urduNumbers: NumberWords = {
  belowHundred: (value) => `${upToNinetyNine[value]}`,
  units: { crore: "کروڑ", lakh: "لاکھ", thousand: "ہزار", hundred: "سو" },
};
