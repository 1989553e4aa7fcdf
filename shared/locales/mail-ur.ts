/** Texts of mails, English → Urdu; a mail contains both. Screens use the same translations. */
export const mailTextsUr = {
  "Dear {name},": "محترم {name}،",
  "Hello,": "السلام علیکم،",
  January: "جنوری",
  February: "فروری",
  March: "مارچ",
  April: "اپریل",
  May: "مئی",
  June: "جون",
  July: "جولائی",
  August: "اگست",
  September: "ستمبر",
  October: "اکتوبر",
  November: "نومبر",
  December: "دسمبر",
  "{month} {year}": "{month} {year}",

  // Receipts
  "thank you for your payment. This is receipt {receipt} for house {house}.":
    "آپ کی ادائیگی کا شکریہ۔ یہ مکان {house} کی رسید {receipt} ہے۔",
  "It was corrected and replaces the receipt {receipt} that was sent earlier.":
    "اسے درست کیا گیا ہے اور یہ پہلے بھیجی گئی رسید {receipt} کی جگہ ہے۔",
  Receipt: "رسید",
  House: "مکان",
  Amount: "رقم",
  Date: "تاریخ",
  "Received from": "ادا کنندہ",
  Method: "طریقہ",
  Bank: "بینک",
  Reference: "حوالہ نمبر",
  "Cheque No": "چیک نمبر",
  "Cheque Date": "چیک کی تاریخ",
  Remarks: "کیفیت",
  Cash: "نقد",
  "Bank Transfer": "بینک ٹرانسفر",
  Cheque: "چیک",
  Online: "آن لائن",
  "It pays:": "اس رقم سے ادا ہوا:",
  "Brought forward": "سابقہ بقایا",
  "Charge of {day}: {reason}": "{day} کی واجب رقم: {reason}",
  "Opening balance of {day}: {reason}": "{day} کا ابتدائی بقایا: {reason}",
  "Credit for what comes next": "اگلی قسطوں کے لیے جمع",
  "Penalties in this amount": "اس رقم میں جرمانے",
  "Outstanding up to {month}": "{month} تک کل بقایا",

  // Reminders
  "this is a reminder of what is overdue for house {house} on {day}:":
    "یہ مکان {house} کی اُن رقوم کی یاد دہانی ہے جو {day} کو واجب الادا اور تاخیر شدہ ہیں:",
  Total: "کل",
  "Please pay at the office. If you have already paid, ignore this email.":
    "براہِ کرم دفتر میں ادائیگی کریں۔ اگر آپ پہلے ہی ادائیگی کر چکے ہیں تو اس ای میل کو نظر انداز کر دیں۔",

  // Bounced cheques
  "the bank has not paid your cheque. Receipt {receipt} of house {house} no longer counts.":
    "بینک نے آپ کا چیک ادا نہیں کیا۔ مکان {house} کی رسید {receipt} اب شمار نہیں ہوتی۔",
  Reason: "وجہ",
  Fee: "فیس",
  "The amount is due again. Please pay at the office.": "یہ رقم دوبارہ واجب الادا ہے۔ براہِ کرم دفتر میں ادائیگی کریں۔",

  // Confirmation of an email address
  "an account with this email address was created on the portal of {society}.":
    "{society} کے پورٹل پر اس ای میل پتے سے ایک اکاؤنٹ بنایا گیا ہے۔",
  "Confirm here within {days} days that the address is yours:": "{days} دن کے اندر یہاں تصدیق کریں کہ یہ پتا آپ کا ہے:",
  "If you did not create the account, ignore this email: the account shows nothing about you.":
    "اگر یہ اکاؤنٹ آپ نے نہیں بنایا تو اس ای میل کو نظر انداز کریں: اس اکاؤنٹ سے آپ کے بارے میں کچھ معلوم نہیں ہوتا۔",

  // Password links
  "a new password was requested for the account {username}.": "اکاؤنٹ {username} کے لیے نیا پاس ورڈ مانگا گیا ہے۔",
  "Choose it here within {minutes} minutes:": "{minutes} منٹ کے اندر یہاں نیا پاس ورڈ منتخب کریں:",
  "If you did not request it, ignore this email: your password stays the same.":
    "اگر آپ نے یہ نہیں مانگا تو اس ای میل کو نظر انداز کریں: آپ کا پاس ورڈ وہی رہے گا۔",
  "the office has created an account for you on the portal of {society}. Your username is {username}.":
    "دفتر نے {society} کے پورٹل پر آپ کا اکاؤنٹ بنا دیا ہے۔ آپ کا صارف نام {username} ہے۔",
  "Choose your password here within {days} days:": "{days} دن کے اندر یہاں اپنا پاس ورڈ منتخب کریں:",
  "If the link has expired, request a new one under 'Forgot password' with this email address.":
    "اگر لنک پرانا ہو جائے تو اسی ای میل پتے سے 'پاس ورڈ بھول گئے' کے تحت نیا لنک مانگ لیں۔",
} as const;
