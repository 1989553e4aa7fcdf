/** Halves of characters, which neither the database nor XML can hold. */
export const loneSurrogates = /\p{Cs}/gu;

/** What is none, nor may stand in XML in whatever form: of a workbook with one of them Excel says that it is damaged. */
export const noncharacters = /[\ufffe\uffff]/g;
