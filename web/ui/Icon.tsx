import {
  ArrowDown,
  ArrowDownRight,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpRight,
  Banknote,
  Building2,
  CalendarDays,
  Check,
  ChevronDown,
  ChevronRight,
  ChevronsDownUp,
  ChevronsUpDown,
  Circle,
  CircleAlert,
  CircleDashed,
  ClockAlert,
  Copy,
  Download,
  Eye,
  EyeOff,
  FileChartColumn,
  FileText,
  Funnel,
  History,
  House,
  Info,
  Keyboard,
  KeyRound,
  Languages,
  LayoutDashboard,
  ListChecks,
  LockKeyhole,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  Mails,
  MailX,
  Menu,
  MessageCircle,
  Minus,
  Moon,
  PanelLeftClose,
  PanelLeftOpen,
  Pencil,
  Plus,
  Printer,
  ReceiptText,
  RefreshCw,
  Search,
  Settings,
  Sheet,
  ShieldCheck,
  Sun,
  Trash2,
  Undo2,
  Upload,
  User,
  Users,
  Wallet,
  X,
} from "lucide-react";
import styled, { css } from "styled-components";

export type IconName = keyof typeof glyphs;

interface IconProps {
  /** A name of ours or one stored with a menu on the server; an unknown one shows a plain sheet. */
  name: string;
  large?: boolean;
}

/** A decorative icon: the words beside it, or the name of its button, carry the meaning. */
export function Icon({ name, large = false }: IconProps) {
  const Glyph = byName.get(name) ?? FileText;
  return (
    <Frame aria-hidden="true" $large={large} $mirrored={mirrored.has(name)}>
      <Glyph strokeWidth={1.75} />
    </Frame>
  );
}

const glyphs = {
  "arrow-down": ArrowDown,
  "arrow-left": ArrowLeft,
  "arrow-right": ArrowRight,
  "arrow-up": ArrowUp,
  banknote: Banknote,
  building: Building2,
  calendar: CalendarDays,
  check: Check,
  "chevron-down": ChevronDown,
  "chevron-right": ChevronRight,
  circle: Circle,
  "circle-alert": CircleAlert,
  "circle-dashed": CircleDashed,
  "clock-alert": ClockAlert,
  collapse: ChevronsDownUp,
  copy: Copy,
  download: Download,
  expand: ChevronsUpDown,
  eye: Eye,
  "eye-off": EyeOff,
  "file-chart": FileChartColumn,
  "file-text": FileText,
  filter: Funnel,
  history: History,
  home: House,
  info: Info,
  key: KeyRound,
  keyboard: Keyboard,
  languages: Languages,
  "layout-dashboard": LayoutDashboard,
  "list-checks": ListChecks,
  lock: LockKeyhole,
  logout: LogOut,
  mail: Mail,
  "mail-check": MailCheck,
  "mail-x": MailX,
  mails: Mails,
  menu: Menu,
  message: MessageCircle,
  minus: Minus,
  moon: Moon,
  "panel-close": PanelLeftClose,
  "panel-open": PanelLeftOpen,
  pencil: Pencil,
  plus: Plus,
  printer: Printer,
  receipt: ReceiptText,
  refresh: RefreshCw,
  search: Search,
  settings: Settings,
  sheet: Sheet,
  shield: ShieldCheck,
  sun: Sun,
  trash: Trash2,
  "trend-down": ArrowDownRight,
  "trend-up": ArrowUpRight,
  undo: Undo2,
  upload: Upload,
  user: User,
  users: Users,
  wallet: Wallet,
  x: X,
};

const byName = new Map<string, LucideIcon>(Object.entries(glyphs));
// These point along the line of reading; trend arrows keep their direction.
const mirrored = new Set(["arrow-left", "arrow-right", "chevron-right", "panel-close", "panel-open", "logout", "undo"]);

const Frame = styled.span<{ $large: boolean; $mirrored: boolean }>`
  display: inline-grid;
  flex: none;
  place-items: center;

  svg {
    inline-size: ${({ theme, $large }) => ($large ? theme.size.iconLarge : theme.size.icon)}px;
    block-size: ${({ theme, $large }) => ($large ? theme.size.iconLarge : theme.size.icon)}px;
  }

  ${({ $mirrored }) =>
    $mirrored &&
    css`
      [dir="rtl"] & {
        transform: scaleX(-1);
      }
    `}
`;
