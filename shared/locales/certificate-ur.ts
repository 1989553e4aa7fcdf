/**
 * Texts of certificates and transfer letters, and texts that all documents share, English → Urdu. Screens use them too.
 */
export const certificateTextsUr = {
  "No-demand certificate": "عدم واجبات سرٹیفکیٹ",
  "This is to certify that no amount was due to the society for house {house}, owned by {owner}, on {day}.":
    "تصدیق کی جاتی ہے کہ {day} کو مکان {house}، ملکیت {owner}، کے ذمے سوسائٹی کی کوئی رقم واجب الادا نہیں تھی۔",
  "This certificate stops being valid before that day if an amount becomes due or the house is transferred. Scan the code to check whether it is still valid.":
    "اگر کوئی رقم واجب الادا ہو جائے یا مکان منتقل ہو جائے تو یہ سرٹیفکیٹ اس دن سے پہلے ہی قابلِ عمل نہیں رہے گا۔ یہ اب بھی قابلِ عمل ہے یا نہیں، یہ جاننے کے لیے کوڈ اسکین کریں۔",
  "Valid until": "قابلِ عمل تا",
  "For the society": "برائے سوسائٹی",
  EXPIRED: "میعاد ختم",
  "Withdrawn on {day}: it must not be relied on.": "{day} کو واپس لیا گیا: اس پر بھروسا نہ کیا جائے۔",
  "Expired on {day}: it must not be relied on.": "{day} کو میعاد ختم ہوئی: اس پر بھروسا نہ کیا جائے۔",
  "Transfer of ownership": "ملکیت کی منتقلی",
  "House {house} belonged to {previous} until {last}. From {first}, it is registered in the books of the society in the name of {next}.":
    "مکان {house} کے مالک {last} تک {previous} تھے۔ {first} سے یہ سوسائٹی کے ریکارڈ میں {next} کے نام درج ہے۔",
  "Previous owner": "سابق مالک",
  "New owner": "نیا مالک",
  "Transfer fee charged to the house: {amount}": "مکان پر واجب کی گئی منتقلی کی فیس: {amount}",
  Name: "نام",
  CNIC: "شناختی کارڈ نمبر",
  Mobile: "موبائل",
  Landline: "لینڈ لائن",
  Email: "ای میل",
  "Created on {day}": "تاریخِ تیاری {day}",
  "Page {page} of {pages}": "صفحہ {page} از {pages}",
  "Scan to check": "تصدیق کے لیے اسکین کریں",
} as const;
