import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const portal = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What the PDF library would load to draw web pages and vector images; our documents are text and lines. */
const nothing = join(import.meta.dirname, "web", "nothing.ts");
const unusedByPdfs = { html2canvas: nothing, canvg: nothing, dompurify: nothing };

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  cacheDir: join(import.meta.dirname, "node_modules", ".vite"),
  plugins: [react()],
  resolve: { alias: unusedByPdfs },
  build: { outDir: join(import.meta.dirname, "dist"), emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: 700 },
  server: {
    port: 5173,
    proxy: { "/api": portal, "/healthz": portal, "/readyz": portal, "/socket.io": { target: portal, ws: true } },
  },
});
