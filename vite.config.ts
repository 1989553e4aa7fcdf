import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const serverUrl = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** What the PDF library would load to draw web pages and vector images; our documents are text and lines. */
const emptyModule = join(import.meta.dirname, "web", "app", "emptyModule.ts");
const unusedPdfDependencies = ["html2canvas", "canvg", "dompurify"].map((find) => ({ find, replacement: emptyModule }));

/** The router offers its build for development only, which looks for mistakes at every step; the other lies beside it. */
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

/** What of these packages is needed is a small part of what their indexes name. */
const packageIndexes = ["node_modules/radix-ui/", "node_modules/lucide-react/dist/esm/lucide-react."];

/** What the line to the server is made of. */
const socketPackages = ["node_modules/socket.io-", "node_modules/engine.io-", "node_modules/@socket.io/"];

/** What a first visit needs is fetched in few pieces, not in fifty; all else goes with its page. A module that several need goes with the first. */
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
    // What a screen needs beside itself; what the page itself brings is there already.
    modulePreload: { resolveDependencies: omitLoadedWithPage },
    rolldownOptions: {
      // To look at a part of a package's object is no reason to keep what nobody uses.
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

/** Most of what is in these is called at once: browsers that understand the comment compile it beside the page's thread instead of on it. */
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

/** What begins everything comes before the portal's own code and does not wait for it; the letters come with it, as every screen has them. */
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
        if (!script || !letters) throw new Error("The build lacks what the page begins with");
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
 * What begins everything, the line to the server, what every page needs, what keeps pages live, what the sign-in page is, what
 * listens to keys (toasts do too), what is around the other pages, and what the first of them has in common with others.
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
