/** The fields of a record that change when it is mailed. */
export const mailStateFields = ["IsEmailSent", "MailedAs", "MailError"] as const;

export function isMailStateField(field: string): boolean {
  return mailStateFields.some((name) => name === field);
}
