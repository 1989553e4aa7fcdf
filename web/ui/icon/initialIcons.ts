import {
  ArrowLeft,
  ArrowRight,
  Check,
  CircleAlert,
  Eye,
  EyeOff,
  FileText,
  Info,
  Languages,
  LockKeyhole,
  Moon,
  RefreshCw,
  Search,
  Sun,
} from "lucide-react";

/** Icons of the sign-in page. The layout adds those of layoutIcons.ts; all others are loaded with lazyIcons.ts. */
export const initialIcons = {
  "arrow-left": ArrowLeft,
  "arrow-right": ArrowRight,
  check: Check,
  "circle-alert": CircleAlert,
  eye: Eye,
  "eye-off": EyeOff,
  "file-text": FileText,
  info: Info,
  languages: Languages,
  lock: LockKeyhole,
  moon: Moon,
  refresh: RefreshCw,
  search: Search,
  sun: Sun,
};
