/** Words of signing in and of one's own account. */
export const auth = {
  "Sign in": "داخل ہوں",
  "Sign out": "باہر نکلیں",
  Dark: "گہرا",
  Light: "ہلکا",
  "Server reachable": "سرور سے رابطہ ہے",
  "Every house,": "ہر گھر،",
  "every month, accounted for.": "ہر مہینے کا پورا حساب۔",
  "Charges, receipts and the monthly report, in one book that everyone sees at the same moment.":
    "واجبات، رسیدیں اور ماہانہ رپورٹ، ایک ہی کھاتے میں جسے سب ایک ہی لمحے میں دیکھتے ہیں۔",
  "Login failed. Please check your credentials.": "داخل نہیں ہو سکے۔ براہِ کرم صارف نام اور پاس ورڈ دیکھ لیں۔",
  "Forgot password?": "پاس ورڈ بھول گئے؟",
  "No account yet?": "ابھی اکاؤنٹ نہیں؟",
  "Create one": "نیا بنائیں",
  "Demo accounts": "آزمائشی اکاؤنٹ",
  "press one to fill the form": "فارم بھرنے کے لیے کسی ایک کو دبائیں",

  // A new account
  "Create account": "اکاؤنٹ بنائیں",
  "Confirm Password": "پاس ورڈ دوبارہ لکھیں",
  "Also the username that you sign in with": "داخل ہونے کے لیے یہی صارف نام بھی ہے",
  "Your house shows as soon as the office has linked it to your account.":
    "دفتر جیسے ہی آپ کا مکان اس اکاؤنٹ سے جوڑے گا، وہ یہاں نظر آنے لگے گا۔",
  "Already have an account?": "پہلے سے اکاؤنٹ ہے؟",
  "Signup failed": "اکاؤنٹ نہیں بن سکا",
  "Passwords do not match": "دونوں پاس ورڈ ایک جیسے نہیں",

  // A forgotten password
  "Forgot password": "پاس ورڈ بھول گئے",
  "Enter the e-mail address of your account and we send you a link to choose a new password.":
    "اپنے اکاؤنٹ کا ای میل پتہ لکھیں، ہم آپ کو نیا پاس ورڈ چننے کا لنک بھیج دیں گے۔",
  "Send reset link": "لنک بھیجیں",
  "Check your email": "اپنی ای میل دیکھیں",
  "If {email} belongs to an account, a link is on its way. It works once, within 10 minutes.":
    "اگر {email} کسی اکاؤنٹ کا پتہ ہے تو لنک بھیج دیا گیا ہے۔ یہ ایک بار، 10 منٹ کے اندر کام کرتا ہے۔",
  "Try another email": "دوسرا ای میل پتہ لکھیں",
  "Back to login": "داخلے کے صفحے پر واپس",
  "Password reset failed": "پاس ورڈ دوبارہ نہیں بن سکا",
  "Choose a new password": "نیا پاس ورڈ چنیں",
  "New Password": "نیا پاس ورڈ",
  "Save password": "پاس ورڈ محفوظ کریں",
  "Ask for a new link": "نیا لنک منگوائیں",
  "A link works once, within 10 minutes.": "لنک صرف ایک بار، 10 منٹ کے اندر کام کرتا ہے۔",

  // Not allowed
  "Access denied": "رسائی نہیں",
  "Signed in as {name} ({role})": "آپ {name} ({role}) کے طور پر داخل ہیں",
  "Not signed in": "آپ داخل نہیں ہیں",

  // One's own account
  "Who is signed in": "کون داخل ہے",
  Name: "نام",
  "Change name": "نام تبدیل کریں",
  "The name was not changed": "نام تبدیل نہیں ہوا",
  "Change password": "پاس ورڈ تبدیل کریں",
  "Current Password": "موجودہ پاس ورڈ",
  "Other devices are signed out": "باقی سب آلات سے آپ باہر ہو جائیں گے",
  "The password was not changed": "پاس ورڈ تبدیل نہیں ہوا",
  "This password was made for the first sign-in": "یہ پاس ورڈ پہلی بار داخل ہونے کے لیے بنایا گیا تھا",
  "Choose one of your own to go on.": "آگے بڑھنے کے لیے اپنا پاس ورڈ چنیں۔",
  "Where you are signed in": "آپ کہاں کہاں داخل ہیں",
  "{browser} on {system}": "{system} پر {browser}",
  "Another device": "کوئی اور آلہ",
  "Signed in on {moment}": "داخلہ: {moment}",
  "This device": "یہ آلہ",
  "Sign out everywhere": "ہر جگہ سے باہر نکلیں",
  "Sign out everywhere?": "ہر جگہ سے باہر نکلیں؟",
  "Every device is signed out at once, this one too. You sign in again with your password.":
    "ہر آلہ فوراً باہر ہو جائے گا، یہ بھی۔ آپ اپنے پاس ورڈ سے دوبارہ داخل ہو سکیں گے۔",
} as const;
