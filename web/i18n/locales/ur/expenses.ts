/** Words of the finance: what is spent and what comes in. */
export const expenses = {
  expense: "خرچ",
  expenses: "اخراجات",
  "Expense Type": "خرچ کی قسم",
  "Expense Title": "خرچ کا عنوان",
  Title: "عنوان",
  "Paid On": "ادائیگی کی تاریخ",
  Unpaid: "غیر ادا شدہ",
  "All Months": "تمام مہینے",
  "All Years": "تمام سال",
  "Select Month": "مہینہ منتخب کریں",
  "Select Year": "سال منتخب کریں",
  "No expenses found.": "کوئی خرچ نہیں ملا۔",
  "What the society spends is set against what it receives, month by month.":
    "سوسائٹی کے اخراجات کا موازنہ ہر ماہ کی وصولی سے کیا جاتا ہے۔",
  "It goes from the month's report and from the dashboard at once.":
    "یہ مہینے کی رپورٹ اور ڈیش بورڈ سے فوراً نکل جائے گا۔",
  "Total {amount}": "کل {amount}",
  "Paid {amount}": "ادا شدہ {amount}",
  "Unpaid {amount}": "غیر ادا شدہ {amount}",

  receivables: "واجب الوصول رقوم",
  "No receivables found.": "کوئی واجب الوصول رقم نہیں ملی۔",
  "House, owner": "مکان، مالک",
  installment: "قسط",
  installments: "قسطیں",
} as const;
