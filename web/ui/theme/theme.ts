import "styled-components";

/** Colours of the light theme. Components take all colours, sizes, fonts, shadows and durations from the theme. */
const light = {
  canvas: "#F3F5F3",
  surface: "#FFFFFF",
  sunken: "#E9EDEA",
  border: "#DCE2DE",
  borderStrong: "#A9B5AE",
  controlBorder: "#7F8E85",
  text: "#14201A",
  textMuted: "#48564E",
  textSubtle: "#5F6C65",
  accent: "#0B5D3B",
  accentSoft: "#E4F1EA",
  onAccent: "#FFFFFF",
  amber: "#8A4B00",
  amberSoft: "#FFF1D6",
  amberFill: "#C77C07",
  red: "#B3261E",
  redSoft: "#FCE9E7",
  onRed: "#FFFFFF",
  expense: "#5B6875",
  scrim: "rgb(20 32 26 / 45%)",
  category: { A: "#20489A", B: "#2596BE", C: "#B03A86", R: "#86700F" },
  person: ["#7A3E9D", "#0F6674", "#9A4A12", "#3D4F8F"],
} as const;

const dark: Theme["color"] = {
  canvas: "#0E1411",
  surface: "#141C18",
  sunken: "#0A0F0C",
  border: "#27322C",
  borderStrong: "#55645B",
  controlBorder: "#6B7B71",
  text: "#E8EEEA",
  textMuted: "#AAB8B0",
  textSubtle: "#96A59C",
  accent: "#5CC796",
  accentSoft: "#16382A",
  onAccent: "#08150E",
  amber: "#F0B04A",
  amberSoft: "#38290D",
  amberFill: "#F0B04A",
  red: "#FF8F84",
  redSoft: "#421B17",
  onRed: "#2A0805",
  expense: "#93A1AE",
  scrim: "rgb(0 0 0 / 60%)",
  category: { A: "#7596F5", B: "#83E0F0", C: "#E268AC", R: "#B8922E" },
  person: ["#C99AE6", "#6CC9D8", "#EBA36F", "#9FB0F0"],
};

const tokens = {
  // `badge` is the padding of small boxes.
  space: { xxs: "2px", xs: "4px", badge: "6px", s: "8px", m: "12px", l: "16px", xl: "24px", xxl: "48px" },
  radius: {
    cell: "2px",
    badge: "3px",
    checkbox: "4px",
    field: "4px",
    button: "5px",
    toast: "6px",
    dialog: "8px",
    round: "999px",
  },
  font: {
    family: '"Source Sans 3 Variable", "Noto Naskh Arabic", "Segoe UI", system-ui, sans-serif',
    display: "600 40px/48px",
    figure: "600 34px/38px",
    pageTitle: "650 23px/28px",
    sectionTitle: "650 17px/24px",
    // GlobalStyle sets the CSS variables: text is larger on phones, small text and line heights are larger in Urdu.
    text: "400 var(--text-size)/var(--text-line)",
    strong: "600 var(--text-size)/var(--text-line)",
    medium: "500 var(--text-size)/var(--text-line)",
    meta: "400 var(--meta-size)/var(--meta-line)",
    metaStrong: "600 var(--meta-size)/var(--meta-line)",
    caption: "400 var(--caption-size)/16px",
    avatar: "600 10px/1",
    houseBadge: "650 14px/20px",
    houseBadgeLarge: "600 26px/38px",
    // As `text` on phones, but no higher in Urdu.
    textMobile: "400 16px/22px",
    commandInput: "400 19px/28px",
  },
  textSize: {
    desktop: "15px",
    mobile: "16px",
    meta: "13px",
    metaUrdu: "13.5px",
    caption: "12px",
    captionUrdu: "12.5px",
    tiny: "10px",
  },
  textLine: { desktop: "20px", mobile: "22px", urdu: "26px", meta: "18px", metaUrdu: "22px" },
  // Numbers are pixels.
  size: {
    row: 36,
    groupRow: 38,
    tableHead: 32,
    // For titles of two lines.
    tableHeadTall: 48,
    button: 32,
    // Buttons with an icon only, and fields in table cells.
    smallControl: 28,
    field: 34,
    loginField: 38,
    toolbar: 52,
    header: 56,
    headerMobile: 48,
    footer: 40,
    sidebar: "16rem",
    sidebarMobile: "18rem",
    sidebarCollapsed: "3rem",
    // The smallest clickable area.
    minTarget: 24,
    minTargetMobile: 44,
    mobileRow: 62,
    toast: 44,
    checkbox: 18,
    checkboxMobile: 26,
    cellPadding: "10px",
    cellPaddingCompact: "5px",
    gutter: "var(--gutter)",
    gutterDesktop: "24px",
    gutterMobile: "16px",
    ring: "2px",
    thickBorder: "3px",
    // The coloured border at the start of badges and notes.
    leadingBorder: 4,
    leadingBorderLarge: 7,
    progressBar: 6,
    icon: 16,
    iconLarge: 20,
    logo: 30,
    avatar: 20,
    avatarLarge: 24,
    badge: 20,
    houseBadge: 22,
    houseBadgeLarge: 40,
    dot: 8,
    // The spread of the shadow around a focused field or a status dot.
    ringSpread: 3,
    skeleton: 10,
    tab: 38,
    fieldGap: "20px",
    kbd: 18,
    // A month in the strip of a year: width and height, width on phones, height of the tall strip.
    monthCell: 11,
    monthCellMobile: 5,
    monthCellTall: 22,
    menuEntry: 32,
    menuChild: 30,
    searchBox: "230px",
    menuMinWidth: "220px",
    loginForm: "432px",
    tabBar: 60,
    switchWidth: 34,
    switchHeight: 20,
    textArea: "84px",
    toastMax: "560px",
    toastMin: "320px",
    // The maximum height of a list within a dialog or report.
    innerListHeight: 320,
    cardWidth: 320,
    // Up to this width, four cards with amounts of eight digits do not fit side by side.
    cardStrip: 1000,
    dropZoneHeight: 196,
    prose: "60ch",
    commandPalette: { top: "120px", height: "660px", leadingWidth: "62px" },
    dialog: { s: "440px", m: "640px", l: "860px" },
  },
  motion: {
    toggle: "90ms",
    highlightHoldMs: 2000,
    highlightFade: "600ms ease-out",
    dialog: "140ms ease-out",
    slideDistance: "4px",
    pulse: "1.4s ease-in-out",
    spin: "0.9s linear",
    slide: "400ms ease-out",
  },
  layer: { dialog: 40, menu: 50 },
  mobile: "@media (max-width: 767px)",
  narrow: "@media (max-width: 1199px)",
  reducedMotion: "@media (prefers-reduced-motion: reduce)",
} as const;

const shadow = {
  light: "0 8px 24px rgb(20 32 26 / 14%), 0 2px 6px rgb(20 32 26 / 8%)",
  dark: "0 8px 24px rgb(0 0 0 / 55%), 0 2px 6px rgb(0 0 0 / 40%)",
};

/** Widens literal types to number and string, so that the wall display can scale the tokens. */
type WidenLiterals<Value> = Value extends number
  ? number
  : Value extends string
    ? string
    : { readonly [K in keyof Value]: WidenLiterals<Value[K]> };

export type Theme = WidenLiterals<typeof tokens> & {
  name: "light" | "dark";
  color: WidenLiterals<typeof light>;
  shadow: string;
};

export const themes: Readonly<Record<"light" | "dark", Theme>> = {
  light: { ...tokens, name: "light", color: light, shadow: shadow.light },
  dark: { ...tokens, name: "dark", color: dark, shadow: shadow.dark },
};

declare module "styled-components" {
  export interface DefaultTheme extends Theme {}
}

/** The colour of a plot category; grey for other categories than A, B, C and R. */
export function categoryColor(theme: Theme, category: string | undefined): string {
  const colors: Readonly<Record<string, string>> = theme.color.category;
  return colors[category ?? ""] ?? theme.color.borderStrong;
}

/** One of four colours, always the same for the same name. */
export function personColor(theme: Theme, name: string): string {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return theme.color.person[hash % theme.color.person.length] ?? theme.color.textMuted;
}

/** The CSS height of a control of `height` pixels: at least 44 px on phones. */
export function targetSize(height: number): string {
  return `max(${height}px, var(--min-target-size))`;
}

/** Font CSS: `${typography("strong")}` in a styled component. */
export function typography(style: TextStyle): (props: { theme: Theme }) => string {
  return ({ theme }) =>
    `font: ${theme.font[style]} ${theme.font.family}; font-variant-numeric: tabular-nums lining-nums;`;
}

type TextStyle = Exclude<keyof Theme["font"], "family">;
