import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const portal = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What the PDF library would load to draw web pages and vector images; our documents are text and lines. */
const nothing = join(import.meta.dirname, "web", "nothing.ts");
const unusedByPdfs = { html2canvas: nothing, canvg: nothing, dompurify: nothing };

const everyPage = join(import.meta.dirname, "web", "main.tsx");
const live = join(import.meta.dirname, "web", "lib", "live.ts");
const signIn = join(import.meta.dirname, "web", "features", "auth", "Login.tsx");
const keys = join(import.meta.dirname, "web", "lib", "useShortcut.ts");
const frame = join(import.meta.dirname, "web", "Frame.tsx");

/** What of these packages is needed is a small part of what their indexes name. */
const indexes = ["node_modules/radix-ui/", "node_modules/lucide-react/dist/esm/lucide-react."];

/** What a first visit needs is fetched in few pieces, not in fifty; all else goes with its page. A module that several need goes with the first. */
const pieces = ["base", "live", "sign-in", "keys", "frame"] as const;

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  cacheDir: join(import.meta.dirname, "node_modules", ".vite"),
  plugins: [react()],
  resolve: { alias: unusedByPdfs },
  build: {
    outDir: join(import.meta.dirname, "dist"),
    emptyOutDir: true,
    target: "es2023",
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // To look at a part of a package's object is no reason to keep what nobody uses.
      treeshake: { propertyReadSideEffects: false },
      output: { codeSplitting: { groups: pieces.map(groupOf) } },
    },
  },
  server: {
    port: 5173,
    proxy: { "/api": portal, "/healthz": portal, "/readyz": portal, "/socket.io": { target: portal, ws: true } },
  },
});

type Piece = (typeof pieces)[number];

function groupOf(piece: Piece, place: number) {
  return {
    name: (id: string, build: Build) => (pieceOf(id, build) === piece ? piece : null),
    debugName: piece,
    priority: pieces.length - place,
  };
}

/** What every page needs, what keeps pages live, what the sign-in page is, what listens to keys (toasts do too), and what is around the other pages. */
function pieceOf(id: string, build: Build): Piece | undefined {
  if (isNeededBy(everyPage) || (isNeededBy(frame) && isNeededBy(signIn))) return "base";
  if (isNeededBy(live)) return "live";
  if (isNeededBy(signIn)) return "sign-in";
  if (isNeededBy(keys)) return "keys";
  return isNeededBy(frame) ? "frame" : undefined;

  function isNeededBy(root: string, seen = new Set<string>(), at = id): boolean {
    if (at === root) return true;
    if (seen.has(at) || indexes.some((index) => at.includes(index))) return false;
    seen.add(at);
    return build.getModuleInfo(at)?.importers.some((importer) => isNeededBy(root, seen, importer)) ?? false;
  }
}

interface Build {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}
