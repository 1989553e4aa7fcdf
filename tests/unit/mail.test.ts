import { describe, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { renderReceiptMail } from "../../server/features/payment-receipt/mail-template.ts";
import { isEmailAddress, parseMailAddress } from "../../server/mail/message.ts";
import { classifyError } from "../../server/mail/transport.ts";
import { toPaisa, zero } from "../../shared/money.ts";
import { newSociety } from "../../shared/resources/society.ts";

describe("mail settings", () => {
  const secret = { JWT_SECRET: "x".repeat(32) };

  test("are a mail server and a sender address", () => {
    const settings = {
      SMTP_URL: "smtps://user:pass@mail.example.org:465",
      MAIL_FROM: "Society Office <office@example.org>",
    };
    expect(readConfig({ ...secret, ...settings })).toMatchObject({
      smtpUrl: settings.SMTP_URL,
      mailFrom: { name: "Society Office", address: "office@example.org" },
    });
    expect(readConfig(secret)).toMatchObject({ smtpUrl: undefined, mailFrom: undefined });
  });

  test.each([
    [{ SMTP_URL: "http://mail.example.org" }, "SMTP_URL must be an address such as"],
    [{ SMTP_URL: "mail.example.org:25" }, "SMTP_URL must be an address such as"],
    [{ MAIL_FROM: "the office" }, "MAIL_FROM must be an address such as"],
    [{ MAIL_FROM: "Office <a@example.org>\nBcc: b@example.org" }, "MAIL_FROM must be an address such as"],
  ])("%j makes the start fail with one message", (invalid, message) => {
    expect(() => readConfig({ ...secret, ...invalid })).toThrow(message);
    expect(() => readConfig({ ...secret, ...invalid })).toThrow(/^Wrong setting: [^\n]*$/);
  });
});

test.each([
  "a@example.org\r\nBcc: b@example.org",
  "a@example.org, b@example.org",
  "<a@example.org>",
  "a b@example.org",
  "a@",
  "",
])("%j is not an email address", { tags: "requirement-15" }, (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test.each([
  ["a@example.org", { name: "", address: "a@example.org" }],
  ['"The Office" <a@example.org>', { name: "The Office", address: "a@example.org" }],
  ["دفتر <a@example.org>", { name: "دفتر", address: "a@example.org" }],
])("the sender %j is parsed to a name and an address", { tags: "requirement-15" }, (text, address) => {
  expect(parseMailAddress(text)).toEqual(address);
});

test.each([
  [
    { code: "EENVELOPE", responseCode: 550, response: "550 No\r\nsuch" },
    { reason: "550 No such", isPermanent: true },
  ],
  [
    { code: "EENVELOPE", responseCode: 450, response: "450 Busy" },
    { reason: "450 Busy", isPermanent: false },
  ],
  [
    { code: "EMESSAGE", responseCode: 554, response: "554 Spam" },
    { reason: "554 Spam", isPermanent: true },
  ],
  [
    { code: "EMESSAGE", responseCode: 503, response: "503 Order" },
    { reason: "503 Order", isPermanent: false },
  ],
  [
    { code: "EAUTH", responseCode: 535, response: "535 office:hunter2" },
    { reason: expect.not.stringContaining("hunter2"), isPermanent: false },
  ],
  [
    { code: "ESOCKET", message: "connect ECONNREFUSED 10.0.0.5:25" },
    { reason: "The mail server cannot be reached", isPermanent: false },
  ],
  [
    { code: "ENOSPC", path: "/srv/outbox" },
    { reason: "The email could not be created", isPermanent: false },
  ],
  ["?", { reason: "The email could not be created", isPermanent: false }],
])("the error %j while a mail is sent is reported as %j", (error, failure) => {
  expect(classifyError(error)).toMatchObject(failure);
});

test("a receipt mail has the same content as text and as HTML, in which all values are escaped", {
  tags: "requirement-32",
}, () => {
  const { subject, text, html, attachments } = renderReceiptMail({
    receipt: {
      ReceiptNo: 12,
      HouseNo: "A-1",
      PayerName: "Ali",
      AmountPaid: toPaisa(6000.5),
      PaymentDate: "2026-11-14",
      PaymentMethod: "Bank Transfer",
      Reference: "77",
      BankName: "HBL",
      ChequeNo: "",
      ChequeDate: null,
      MailedAs: "",
      Remarks: "<script>alert('1')</script> & \"more\"",
      Credit: toPaisa(1000),
      PenaltyAmount: toPaisa(200),
    },
    to: { name: "<img src=x onerror=alert(1)>", address: "a@example.org" },
    society: {
      ...newSociety,
      Name: "Gulshan & Sons",
      NameUrdu: "گلشن اینڈ سنز",
      Address: "12 <Main> Road, Lahore",
      Phone: "042-111-222",
      Logo: "data:image/png;base64,iVBORw0KGgo=",
    },
    broughtForward: zero,
    allocatedItems: [{ DueDate: "2026-10-10", Amount: toPaisa(5000.5) }],
    today: "2026-11-14",
    outstanding: zero,
  });
  expect(subject).toBe("Gulshan & Sons: receipt R-12 for house A-1");
  for (const line of [
    "Amount: Rs 6,000.50",
    "Method: Bank Transfer",
    "October 2026: Rs 5,000.50",
    "Penalties in this amount: Rs 200.00",
    "Outstanding up to November 2026: Rs 0.00",
  ])
    expect(text).toContain(line);
  for (const value of ["Rs 6,000.50", "Bank Transfer", "October 2026", "Rs 5,000.50", "Rs 200.00", "Rs 0.00"])
    expect(html).toContain(value);
  for (const line of [
    "رقم: \u2068Rs 6,000.50\u2069",
    "طریقہ: \u2068بینک ٹرانسفر\u2069",
    "\u2068اکتوبر\u2069 \u20682026\u2069",
  ])
    expect(text).toContain(line);
  expect(html).not.toMatch(/<script|<img src=x|<Main>|onerror=alert\(1\)>|"more"/);
  expect(html).toContain('<img src="cid:logo"');
  expect(attachments).toMatchObject([{ filename: "logo.png", contentType: "image/png", cid: "logo" }]);
  for (const line of ["Gulshan & Sons", "گلشن اینڈ سنز", "12 <Main> Road, Lahore", "042-111-222"])
    expect(text).toContain(line);
});
