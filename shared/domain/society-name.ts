/** The society's name in the language of a page or document. */
export function societyName({ Name, NameUrdu }: { Name: string; NameUrdu: string }, isUrdu: boolean): string {
  return isUrdu && NameUrdu !== "" ? NameUrdu : Name;
}
