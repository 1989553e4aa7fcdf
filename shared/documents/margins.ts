/** Where a page's contents begin and end, in millimetres as all places on the page; of an A4 sheet. */
export const margins = { start: 18, end: 192, width: 174, top: 26, bottom: 276 };
