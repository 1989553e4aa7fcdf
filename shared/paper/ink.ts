/** The few colours that documents are printed in; the same as the portal's light theme has. */
export const ink = {
  text: "#14201A",
  quiet: "#48564E",
  hint: "#5F6C65",
  line: "#DCE2DE",
  rule: "#A9B5AE",
  accent: "#0B5D3B",
  voided: "#F2B8B3",
} as const;
