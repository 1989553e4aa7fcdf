import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const portal = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What the PDF library would load to draw web pages and vector images; our documents are text and lines. */
const nothing = join(import.meta.dirname, "web", "nothing.ts");
const unusedByPdfs = { html2canvas: nothing, canvg: nothing, dompurify: nothing };

const everyPage = join(import.meta.dirname, "web", "main.tsx");
const signIn = join(import.meta.dirname, "web", "features", "auth", "Login.tsx");
const frame = join(import.meta.dirname, "web", "Frame.tsx");

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
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: pieceOf, debugName: "pieces" }] } } },
  },
  server: {
    port: 5173,
    proxy: { "/api": portal, "/healthz": portal, "/readyz": portal, "/socket.io": { target: portal, ws: true } },
  },
});

/** What a first visit needs is fetched in two pieces, not in fifty: what every page needs, and what is around the pages. All else goes with its page. */
function pieceOf(id: string, build: { getModuleInfo: (id: string) => Imported | null }): string | null {
  if (isNeededBy(everyPage) || (isNeededBy(frame) && isNeededBy(signIn))) return "base";
  return isNeededBy(frame) ? "frame" : null;

  function isNeededBy(root: string, seen = new Set<string>(), at = id): boolean {
    if (at === root) return true;
    // What is asked of this package is a small part of what its index names.
    if (seen.has(at) || at.includes("node_modules/radix-ui/")) return false;
    seen.add(at);
    return build.getModuleInfo(at)?.importers.some((importer) => isNeededBy(root, seen, importer)) ?? false;
  }
}

interface Imported {
  importers: readonly string[];
}
