/** The few colours that documents are printed in; the same as the portal's light theme has. */
export const colors = {
  text: "#14201A",
  textMuted: "#48564E",
  textSubtle: "#5F6C65",
  border: "#DCE2DE",
  borderStrong: "#A9B5AE",
  accent: "#0B5D3B",
  voided: "#F2B8B3",
} as const;
