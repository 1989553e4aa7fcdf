/** Words of the documents and sheets that are taken out of the portal. */
export const documents = {
  "Made on {day}": "تاریخِ تیاری {day}",
  "Page {page} of {pages}": "صفحہ {page} از {pages}",

  // The report of a month
  "Maintenance Report - {month}": "دیکھ بھال کی رپورٹ - {month}",
  "Monthly report": "ماہانہ رپورٹ",
  "Category Wise Summary": "زمرہ وار خلاصہ",
  "No expenses recorded this month": "اس مہینے کا کوئی خرچ درج نہیں",
  "Total Summary": "مجموعی خلاصہ",

  // A receipt
  "Receipt {receipt}": "رسید {receipt}",
  VOID: "کالعدم",
  "Voided on {day}: the amount counts as not received.": "{day} کو کالعدم ہوئی: یہ رقم غیر وصول شدہ شمار ہوتی ہے۔",
  "Received from": "ادا کنندہ",
  "Credit left for later installments": "اگلی قسطوں کے لیے باقی جمع",
  Stamp: "مہر",
  "Received by": "وصول کنندہ",

  // The account of a house
  "Statement of account": "حساب کا کھاتہ",
  "Opening balance": "ابتدائی بقایا",
  "Closing balance": "اختتامی بقایا",
  "Charge, Rs": "عائد رقم، روپے",
  "Payment, Rs": "ادا شدہ رقم، روپے",

  // A payment plan
  "Type, category, floor": "قسم، زمرہ، منزل",
  "Due day": "مقررہ دن",
  "Rate, Rs": "شرح، روپے",
  "Grace days": "رعایتی دن",
} as const;
