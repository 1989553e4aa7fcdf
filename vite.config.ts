import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const portal = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  cacheDir: join(import.meta.dirname, "node_modules", ".vite"),
  plugins: [react()],
  build: { outDir: join(import.meta.dirname, "dist"), emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: 700 },
  server: { port: 5173, proxy: { "/api": portal, "/readyz": portal, "/socket.io": { target: portal, ws: true } } },
});
