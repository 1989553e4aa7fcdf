import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const serverUrl = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What the PDF library would load to draw web pages and vector images; our documents are text and lines. */
const emptyModule = join(import.meta.dirname, "web", "app", "emptyModule.ts");
const unusedPdfDependencies = ["html2canvas", "canvg", "dompurify"].map((find) => ({ find, replacement: emptyModule }));

/** React Router's package entry is its development build, with extra checks: use the production build instead. */
const routerBuild = join(import.meta.dirname, "node_modules", "react-router", "dist", "production");
const productionRouter = [
  { find: /^react-router$/, replacement: join(routerBuild, "index.mjs") },
  { find: /^react-router\/dom$/, replacement: join(routerBuild, "dom-export.mjs") },
];

const preloadEntry = join(import.meta.dirname, "web", "app", "preload.ts");
const mainEntry = join(import.meta.dirname, "web", "app", "main.tsx");
const liveEntry = join(import.meta.dirname, "web", "live", "liveClient.ts");
const signInPage = join(import.meta.dirname, "web", "features", "auth", "Login.tsx");
const shortcutHook = join(import.meta.dirname, "web", "hooks", "useShortcut.ts");
const layoutEntry = join(import.meta.dirname, "web", "app", "layout", "AppLayout.tsx");
const homePage = join(import.meta.dirname, "web", "app", "HomePage.tsx");
const homePaths = [homePage, join(import.meta.dirname, "web", "features", "dashboard")];

/** Index modules that name far more than is used: their importers do not decide the chunk of a module. */
const packageIndexes = ["node_modules/radix-ui/", "node_modules/lucide-react/dist/esm/lucide-react."];

/** The packages of the Socket.IO client. */
const socketPackages = ["node_modules/socket.io-", "node_modules/engine.io-", "node_modules/@socket.io/"];

/** Chunks of a first visit, so that it loads a few files instead of fifty. A module that several need is in the first of them. */
const chunkNames = ["first", "base", "live", "sign-in", "keys", "frame", "common", "line"] as const;

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  cacheDir: join(import.meta.dirname, "node_modules", ".vite"),
  plugins: [react(), injectPreloadEntry(), eagerCompileHints()],
  resolve: { alias: [...unusedPdfDependencies, ...productionRouter] },
  build: {
    outDir: join(import.meta.dirname, "dist"),
    emptyOutDir: true,
    target: "es2023",
    chunkSizeWarningLimit: 700,
    // A screen preloads its chunks, except those that the page has loaded already.
    modulePreload: { resolveDependencies: omitLoadedWithPage },
    rolldownOptions: {
      // Reading a property of a package's object does not keep unused code.
      treeshake: { propertyReadSideEffects: false },
      output: { codeSplitting: { groups: chunkNames.map(chunkGroup) } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      "/api": serverUrl,
      "/healthz": serverUrl,
      "/readyz": serverUrl,
      "/socket.io": { target: serverUrl, ws: true },
    },
  },
});

const loadedWithPage = /\/(rolldown-runtime|first|base|index)-[^/]*$/;

function omitLoadedWithPage(_file: string, needed: string[], { hostType }: { hostType: "html" | "js" }): string[] {
  return hostType === "html" ? needed : needed.filter((file) => !loadedWithPage.test(file));
}

type ChunkName = (typeof chunkNames)[number];

/** Chunks whose functions are called on load: with the comment, browsers compile them on a background thread. */
const eagerChunks: readonly string[] = [...chunkNames, "HomePage", "ChartCanvas"];

function eagerCompileHints(): Plugin {
  return {
    name: "compiled-ahead",
    apply: "build",
    generateBundle: {
      order: "post",
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === "chunk" && eagerChunks.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

function chunkGroup(piece: ChunkName, place: number) {
  return {
    name: (id: string, build: Build) => (chunkOf(id, build) === piece ? piece : null),
    debugName: piece,
    priority: chunkNames.length - place,
  };
}

/** Loads the preload entry before, and independent of, the main entry; the font is preloaded too, as every screen uses it. */
function injectPreloadEntry(): Plugin {
  return {
    name: "first-of-all",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => {
        const files = Object.values(bundle);
        const script = files.find((file) => file.type === "chunk" && file.name === "first");
        const letters = files.find(({ fileName }) => /source-sans-3-latin-wght-normal.*\.woff2$/.test(fileName));
        if (!script || !letters) throw new Error("The build has no preload entry or no font");
        const font = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          crossorigin: true,
          href: `/${letters.fileName}`,
        };
        return [
          { tag: "script", attrs: { type: "module", async: true, crossorigin: true, src: `/${script.fileName}` } },
          { tag: "link", attrs: font },
        ];
      },
    },
  };
}

/**
 * The chunk of a module: the preload entry, the Socket.IO client, the modules of every page, the live client, the sign-in
 * page, shortcuts (used by toasts too), the layout, and what the home page shares with other pages.
 */
function chunkOf(id: string, build: Build): ChunkName | undefined {
  if (isNeededBy(preloadEntry)) return "first";
  if (socketPackages.some((line) => id.includes(line))) return "line";
  if (isNeededBy(mainEntry) || (isNeededBy(layoutEntry) && isNeededBy(signInPage))) return "base";
  if (isNeededBy(liveEntry)) return "live";
  if (isNeededBy(signInPage)) return "sign-in";
  if (isNeededBy(shortcutHook)) return "keys";
  if (isNeededBy(layoutEntry)) return "frame";
  return isNeededBy(homePage) && !homePaths.some((place) => id.startsWith(place)) ? "common" : undefined;

  function isNeededBy(root: string, seen = new Set<string>(), at = id): boolean {
    if (at === root) return true;
    if (seen.has(at) || packageIndexes.some((index) => at.includes(index))) return false;
    seen.add(at);
    return build.getModuleInfo(at)?.importers.some((importer) => isNeededBy(root, seen, importer)) ?? false;
  }
}

interface Build {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}
