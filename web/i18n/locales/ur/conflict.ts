/** Two people at one record, and rights that go while somebody types. */
export const conflict = {
  "{name} changed this while you were editing": "آپ کی ترمیم کے دوران {name} نے اسے تبدیل کر دیا",
  became: "سے تبدیل ہو کر",
  "It stays when you save. Where you changed the same, you are asked first.":
    "محفوظ کرتے وقت یہ برقرار رہے گا۔ جہاں آپ نے بھی وہی چیز بدلی ہو، پہلے آپ سے پوچھا جائے گا۔",
  "{record} changed while you were editing": "آپ کی ترمیم کے دوران {record} تبدیل ہو گیا",
  "{name} saved another version. Nothing is lost until you save.":
    "{name} نے دوسری صورت محفوظ کی ہے۔ محفوظ کرنے تک کچھ ضائع نہیں ہوگا۔",
  "{name} saved version {theirs}, {time}. You began from version {yours}. Nothing is lost until you save.":
    "{name} نے {time} کو نسخہ {theirs} محفوظ کیا۔ آپ نے نسخہ {yours} سے شروع کیا تھا۔ محفوظ کرنے تک کچھ ضائع نہیں ہوگا۔",
  Field: "خانہ",
  Before: "پہلے",
  Yours: "آپ کا",
  "{name}, {time}": "{name}، {time}",
  "same in both": "دونوں میں یکساں",
  "Will be saved as version {number}": "نسخہ {number} کے طور پر محفوظ ہوگا",
  "Keep all of theirs": "ان کا سب رکھیں",
  "Keep all of mine": "میرا سب رکھیں",
  "Save the choice": "انتخاب محفوظ کریں",
  "Also kept: what {name} changed ({fields}).": "یہ بھی برقرار رہا جو {name} نے بدلا ({fields})۔",
  "{message}. {more}": "{message}۔ {more}",
  "{name} changed this, {time}. Look at the new version first.":
    "{name} نے {time} کو اسے تبدیل کر دیا ہے۔ پہلے نیا نسخہ دیکھیں۔",
  "Already paid by {name}, {time}": "{name} نے {time} کو پہلے ہی ادا شدہ درج کر دیا ہے",
  "{months}. What you enter now settles what else is open, or stays as credit.":
    "{months}۔ اب جو درج کریں گے وہ باقی واجب الادا قسطوں میں جائے گا، ورنہ جمع رہے گا۔",
  "Already paid by {name}, {time}: Rs {amount} stays as credit of {house}":
    "{name} نے {time} کو پہلے ہی ادا شدہ درج کر دیا ہے: {amount} روپے {house} کے کھاتے میں جمع رہیں گے",
  "{name} withdrew your right to save this, {time}": "{name} نے {time} کو آپ کی اسے محفوظ کرنے کی اجازت واپس لے لی",
  "Your right to save this was withdrawn": "اسے محفوظ کرنے کی آپ کی اجازت واپس لے لی گئی",
  "It cannot be saved. What you typed stays here to be read and copied until you close it.":
    "یہ محفوظ نہیں ہو سکتا۔ آپ کا لکھا ہوا بند کرنے تک پڑھنے اور نقل کرنے کے لیے یہیں رہے گا۔",
} as const;
