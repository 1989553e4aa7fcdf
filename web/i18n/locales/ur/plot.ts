/** Words of the register: plots, their owners and users, and what plots are sorted by. */
export const plot = {
  "Manage Plots": "پلاٹوں کا انتظام",
  "Plot Users": "پلاٹ کے صارفین",
  "Plot Categories": "پلاٹ کے زمرے",
  "Plot Types": "پلاٹ کی اقسام",
  "Plot Floors": "پلاٹ کی منزلیں",

  user: "صارف",
  users: "صارفین",
  "plot category": "پلاٹ کا زمرہ",
  "plot categories": "پلاٹ کے زمرے",
  "plot type": "پلاٹ کی قسم",
  "plot types": "پلاٹ کی اقسام",
  "plot floor": "پلاٹ کی منزل",
  "plot floors": "پلاٹ کی منزلیں",
  "1 plot": "ایک پلاٹ",
  "{count} plots": "{count} پلاٹ",

  "Plot No.": "پلاٹ نمبر",
  "House No": "مکان نمبر",
  "Owner Name": "مالک کا نام",
  Contact: "رابطہ",
  Floors: "منزلیں",
  "Is Plot?": "صرف پلاٹ؟",
  "Plot only": "صرف پلاٹ",
  "No number": "نمبر نہیں",
  "Landline No": "لینڈ لائن نمبر",
  "Mobile No": "موبائل نمبر",
  "Email ID": "ای میل",
  "Is Plot Only?": "صرف پلاٹ ہے؟",
  "Nothing is built on it": "اس پر کوئی تعمیر نہیں",
  "Preset, cannot be changed later": "پہلے سے مقرر ہے، بعد میں تبدیل نہیں ہو سکتا",
  "Select Category": "زمرہ منتخب کریں",
  "Select Type": "قسم منتخب کریں",
  "Select Floor": "منزل منتخب کریں",
  "Category Name": "زمرے کا نام",
  "Type Name": "قسم کا نام",
  "Important Note": "اہم بات",
  "A plot's number and category are preset: once it is made they stay. Later only the owner's details and the floor plan can be edited.":
    "پلاٹ کا نمبر اور زمرہ پہلے سے مقرر ہوتے ہیں اور ایک بار درج ہونے کے بعد تبدیل نہیں ہوتے۔ بعد میں صرف مالک کی تفصیلات اور منزلوں کا نقشہ بدلا جا سکتا ہے۔",
  "No plots yet.": "ابھی کوئی پلاٹ نہیں۔",
  "Each has a number, a category, a type, its floors and an owner.":
    "ہر پلاٹ کا ایک نمبر، زمرہ، قسم، منزلیں اور مالک ہوتا ہے۔",
  "It goes from the register. A plot that has a payment schedule stays, so that no money is lost.":
    "یہ رجسٹر سے نکل جائے گا۔ جس پلاٹ کا ادائیگی کا شیڈول ہو وہ رہتا ہے تاکہ کوئی رقم گم نہ ہو۔",
  "No plot categories yet.": "ابھی کوئی زمرہ نہیں۔",
  "Every plot belongs to one, and reports sum by them.":
    "ہر پلاٹ کسی ایک زمرے کا ہوتا ہے، اور رپورٹیں زمروں کے حساب سے بنتی ہیں۔",
  "No plot types yet.": "ابھی کوئی قسم نہیں۔",
  "No plot floors yet.": "ابھی کوئی منزل نہیں۔",
  "Service charges are set by type, category and floor.": "سروس چارج قسم، زمرے اور منزل کے حساب سے مقرر ہوتے ہیں۔",

  "All Roles": "تمام کردار",
  "Select Role": "کردار منتخب کریں",
  "No users yet.": "ابھی کوئی صارف نہیں۔",
  "Each has a username, a role and, where they live here, their plots.":
    "ہر ایک کا صارف نام اور کردار ہوتا ہے، اور جو یہاں رہتے ہیں ان کے پلاٹ بھی۔",
  "They are signed out at once and cannot come back. To shut somebody out for a while, edit the user and switch Active off.":
    "یہ فوراً باہر ہو جائیں گے اور واپس نہیں آ سکیں گے۔ کچھ عرصے کے لیے روکنا ہو تو صارف میں ترمیم کر کے فعال بند کر دیں۔",
  "Linked Plots": "منسلک پلاٹ",
  "Left empty, it stays; a new one signs them out":
    "خالی چھوڑیں تو پرانا ہی رہے گا؛ نیا لکھنے پر یہ ہر جگہ سے باہر ہو جائیں گے",
  "Left empty, they choose one through 'Forgot password?'":
    "خالی چھوڑیں تو یہ ’پاس ورڈ بھول گئے؟‘ کے ذریعے خود چنیں گے",
  "Switched off, they are signed out and stay out": "بند ہو تو یہ باہر ہو جاتے ہیں اور داخل نہیں ہو سکتے",
  "Residents see the rows of these plots only": "رہائشی صرف انہی پلاٹوں کا ریکارڈ دیکھتے ہیں",
  "Plot {id}": "پلاٹ {id}",
  "Take out {house}": "{house} نکال دیں",
  "Search by number or owner": "نمبر یا مالک سے تلاش کریں",
  "Plots found": "ملنے والے پلاٹ",
  "No other plot matches.": "کوئی اور پلاٹ نہیں ملا۔",
} as const;
