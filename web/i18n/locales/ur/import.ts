/** Words of the import of spreadsheets. */
export const importTexts = {
  Import: "درآمد",
  "Import plots": "پلاٹ درآمد کریں",
  "Import receipts": "رسیدیں درآمد کریں",
  "Import expenses": "اخراجات درآمد کریں",
  "The import could not be loaded. Check the connection and try again.":
    "درآمد کا صفحہ نہیں کھل سکا۔ انٹرنیٹ دیکھ کر دوبارہ کوشش کریں۔",
  Steps: "مرحلے",
  File: "فائل",
  Columns: "کالم",
  Check: "جانچ",
  Imported: "درآمد شدہ",
  "Imported as": "درآمد کی پہچان",

  // The file
  "Reading the file...": "فائل پڑھی جا رہی ہے...",
  "Drop a spreadsheet here, or choose one": "اسپریڈ شیٹ یہاں چھوڑیں یا منتخب کریں",
  "xlsx or CSV, up to 10 MB": "xlsx یا CSV، زیادہ سے زیادہ 10 MB",
  "Needed are house number, category, type, floor and owner. A house that is known already is brought up to date.":
    "مکان نمبر، زمرہ، قسم، منزل اور مالک ضروری ہیں۔ جو مکان پہلے سے درج ہے اس کی معلومات تازہ ہو جائیں گی۔",
  "Needed are house number, amount, date and method. The receipts settle as if they were typed, oldest first, and are not mailed. What was imported before is not added again.":
    "مکان نمبر، رقم، تاریخ اور طریقہ ضروری ہیں۔ رسیدیں ہاتھ سے درج کی گئی رسیدوں کی طرح قسطیں ادا کرتی ہیں، پرانی پہلے، اور ای میل نہیں کی جاتیں۔ جو پہلے درآمد ہو چکا ہے وہ دوبارہ شامل نہیں ہوتا۔",
  "Needed are type, title, month and amount. What was imported before is not added again, only marked as paid.":
    "قسم، عنوان، مہینہ اور رقم ضروری ہیں۔ جو پہلے درآمد ہو چکا ہے وہ دوبارہ شامل نہیں ہوتا، صرف ادا شدہ درج ہوتا ہے۔",
  "This file is empty.": "یہ فائل خالی ہے۔",
  "The file could not be read. Choose it again.": "فائل پڑھی نہیں جا سکی۔ دوبارہ منتخب کریں۔",
  "Another file": "دوسری فائل",

  // The columns
  "{count} rows": "{count} سطریں",
  Row: "سطر",
  "Row {row}": "سطر {row}",
  "No titles": "عنوان نہیں ہیں",
  "The titles stand in": "عنوان کس سطر میں ہیں",
  "{field} (needed)": "{field} (ضروری)",
  "Not in the sheet": "شیٹ میں نہیں",
  "Choose a column": "کالم منتخب کریں",
  "Still to be chosen: {fields}": "ابھی منتخب کرنا باقی ہے: {fields}",
  "The first rows": "پہلی سطریں",
  "Check the rows": "سطریں جانچیں",

  // What it would do, and did
  "This is what the import will do": "درآمد سے یہ ہو گا",
  "There is nothing new in this file": "اس فائل میں کچھ نیا نہیں",
  Unchanged: "بدستور",
  "Left out": "چھوڑی گئیں",
  "Rows that are left out": "چھوڑی گئی سطریں",
  "Save as CSV": "CSV میں محفوظ کریں",
  "Back to the columns": "واپس کالموں پر",
  "Import 1 row": "1 سطر درآمد کریں",
  "Import {count} rows": "{count} سطریں درآمد کریں",
  "Importing...": "درآمد ہو رہی ہے...",
  "All good rows are written together, or none. It goes on if you close this window.":
    "تمام درست سطریں ایک ساتھ محفوظ ہوتی ہیں یا کوئی نہیں۔ یہ کھڑکی بند کرنے پر بھی کام جاری رہے گا۔",
  "Import finished: {added} added, {updated} changed": "درآمد مکمل ہو گئی: {added} شامل، {updated} تبدیل",
  "Leave the import?": "درآمد چھوڑ دیں؟",
  "Nothing has been written yet. The file has to be chosen again.":
    "ابھی کچھ محفوظ نہیں ہوا۔ فائل دوبارہ منتخب کرنی ہو گی۔",
  Leave: "چھوڑ دیں",
  "Close while the import is running?": "درآمد جاری ہے، پھر بھی بند کریں؟",
  "It goes on by itself, and the page shows how far it is.":
    "کام خود جاری رہے گا، اور صفحہ بتاتا رہے گا کہ کہاں تک پہنچا۔",

  // For everybody who looks
  "{name} is importing a spreadsheet": "{name} ایک اسپریڈ شیٹ درآمد کر رہے ہیں",
  "{name} has imported a spreadsheet": "{name} نے ایک اسپریڈ شیٹ درآمد کی",
  "The import of {name} did not go through": "{name} کی درآمد نہیں ہو سکی",
  "Nothing was changed": "کچھ تبدیل نہیں ہوا",
  "Rows that are through": "مکمل سطریں",
  "Saving {count} rows": "{count} سطریں محفوظ ہو رہی ہیں",
} as const;
