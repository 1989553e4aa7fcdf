import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const serverUrl = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/** Replaces optional dependencies of the PDF library for HTML and vector images, which our documents do not contain. */
const emptyModule = join(import.meta.dirname, "web", "app", "emptyModule.ts");
const unusedPdfDependencies = ["html2canvas", "canvg", "dompurify"].map((find) => ({ find, replacement: emptyModule }));

/** React Router's package entry is its development build, with extra checks; this is the production build. */
const routerBuild = join(import.meta.dirname, "node_modules", "react-router", "dist", "production");
const productionRouter = [
  { find: /^react-router$/, replacement: join(routerBuild, "index.mjs") },
  { find: /^react-router\/dom$/, replacement: join(routerBuild, "dom-export.mjs") },
];

/**
 * Marks the components and contexts of React Router as free of side effects, so that unused ones are removed: those of
 * forms and links with prefetching are a third of it.
 */
function markRouterPure(): Plugin {
  return {
    name: "mark-router-pure",
    apply: "build",
    transform: {
      filter: { id: /react-router\/dist\/production\// },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, "")
          .replaceAll(/(= )(React\d*\.(?:createContext|forwardRef|memo)\()/g, "$1/* @__PURE__ */ $2"),
        map: null,
      }),
    },
  };
}

/**
 * Removes the call of the vendor prefixes, which are off by default in styled-components, so that they are not bundled.
 */
function removeVendorPrefixes(): Plugin {
  return {
    name: "remove-vendor-prefixes",
    apply: "build",
    transform: {
      filter: { id: /styled-components\/dist\/styled-components\.browser\.esm\.js$/ },
      handler: (code) => ({ code: code.replace(/\w+\.prefix&&\w+\.push\(\w+\.prefixer\),/, ""), map: null }),
    },
  };
}

const preloadEntry = join(import.meta.dirname, "web", "app", "preload.ts");
const mainEntry = join(import.meta.dirname, "web", "app", "main.tsx");
const liveEntry = join(import.meta.dirname, "web", "live", "liveClient.ts");
const signInPage = join(import.meta.dirname, "web", "features", "auth", "Login.tsx");
const shortcutHook = join(import.meta.dirname, "web", "hooks", "useShortcut.ts");
const layoutEntry = join(import.meta.dirname, "web", "app", "layout", "AppLayout.tsx");
const homePage = join(import.meta.dirname, "web", "app", "HomePage.tsx");
/** The own modules of the home page, which are not in the chunk `common`. */
const homePaths = [homePage, join(import.meta.dirname, "web", "features", "dashboard")];

/**
 * Modules that re-export a whole package. They are ignored when a chunk is chosen by importers, as they import far more
 * than is used.
 */
const packageIndexes = ["node_modules/radix-ui/", "node_modules/lucide-react/dist/esm/lucide-react."];

/** The packages of the Socket.IO client. */
const socketPackages = ["node_modules/socket.io-", "node_modules/engine.io-", "node_modules/@socket.io/"];

/**
 * The chunks into which the modules of a first visit are grouped, which would otherwise be about fifty files. A module
 * that fits several chunks is put into the first of them.
 */
const chunkNames = ["preload", "base", "live", "sign-in", "shortcut-hook", "layout", "common", "socket"] as const;

/** Entries that a visitor opens without a list or a form of the office: they must load no more than they need. */
const lightPages = [
  "auth/ForgotPassword.tsx",
  "auth/ResetPassword.tsx",
  "auth/Signup.tsx",
  "auth/VerifyEmail.tsx",
  "check/CheckPage.tsx",
  "dashboard/Activity.tsx",
  "display/LinkedDisplay.tsx",
  "display/SignedInDisplay.tsx",
  "guide/GuidePage.tsx",
  "house/MyHouses.tsx",
].map((file) => join(import.meta.dirname, "web", "features", file));
const isRadixModule = (moduleId: string) => moduleId.includes("node_modules/@radix-ui/");
const chartFolder = join(import.meta.dirname, "web", "ui", "chart");

/**
 * The modules that three or more of the other screens and dialogs share: one file for those that no light page needs,
 * and one for each set of light pages that need the same ones. With a file for each module, a first list would send more
 * than a hundred requests. Which pages need a module of lucide-react or radix-ui is not known, because the packages'
 * indexes are ignored, so these stay in files of their own. So do the packages that Radix imports: in a shared file, which
 * itself imports Radix, they would make a cycle of files.
 */
const sharedChunk = {
  debugName: "shared",
  // Dependencies are decided one by one too: light pages may need them.
  includeDependenciesRecursively: false,
  name: (id: string, build: BuildContext) =>
    /node_modules\/(lucide-react|radix-ui)\//.test(id) || isNeededBy(isRadixModule, { id, build })
      ? null
      : ["shared", ...findLightPages(id, build)].join("-"),
  minShareCount: 3,
  priority: 0,
};

export default defineConfig({
  root: join(import.meta.dirname, "web"),
  cacheDir: join(import.meta.dirname, "node_modules", ".vite"),
  plugins: [
    react(),
    markRouterPure(),
    removeVendorPrefixes(),
    injectPreloadEntry(),
    eagerCompileHints(),
    refuseCycles(),
  ],
  resolve: { alias: [...unusedPdfDependencies, ...productionRouter] },
  build: {
    outDir: join(import.meta.dirname, "dist", "web"),
    emptyOutDir: true,
    target: "es2023",
    chunkSizeWarningLimit: 700,
    // A dynamic import preloads the chunks it needs, except those that the page has already loaded.
    modulePreload: { resolveDependencies: omitLoadedWithPage },
    rolldownOptions: {
      // Removes unused code of packages even if it reads properties when loaded.
      treeshake: { propertyReadSideEffects: false },
      output: { codeSplitting: { groups: [...chunkNames.map(chunkGroup), sharedChunk] } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      // The client's sources in web/api have addresses below /api too.
      "^/api/(?!\\w+\\.ts\\b)": serverUrl,
      "/healthz": serverUrl,
      "/readyz": serverUrl,
      "/socket.io": { target: serverUrl, ws: true },
    },
  },
});

/** The files that the HTML page itself loads. */
const loadedWithPage = /\/(rolldown-runtime|preload|base|index)-[^/]*$/;

function omitLoadedWithPage(_file: string, needed: string[], { hostType }: { hostType: "html" | "js" }): string[] {
  return hostType === "html" ? needed : needed.filter((file) => !loadedWithPage.test(file));
}

type ChunkName = (typeof chunkNames)[number];

/** Chunks that get a comment by which browsers compile their functions ahead, on a background thread. */
const eagerChunks: readonly string[] = [...chunkNames, "HomePage", "ChartCanvas"];

function eagerCompileHints(): Plugin {
  return {
    name: "eager-compile-hints",
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

/**
 * Fails the build if files import each other in a cycle: which of them runs first, and fails because another one has not
 * run yet, would depend on what the user opens first.
 */
function refuseCycles(): Plugin {
  return {
    name: "refuse-cycles",
    apply: "build",
    generateBundle: (_options, bundle) => {
      const finished = new Set<string>();
      const visit = (fileName: string, path: readonly string[]): void => {
        if (path.includes(fileName)) throw new Error(`Files in a cycle: ${[...path, fileName].join(" → ")}`);
        const file = bundle[fileName];
        if (finished.has(fileName) || file?.type !== "chunk") return;
        for (const imported of file.imports) visit(imported, [...path, fileName]);
        finished.add(fileName);
      };
      for (const fileName of Object.keys(bundle)) visit(fileName, []);
    },
  };
}

function chunkGroup(chunkName: ChunkName, index: number) {
  return {
    name: (id: string, build: BuildContext) => (chunkOf(id, build) === chunkName ? chunkName : null),
    debugName: chunkName,
    priority: chunkNames.length - index,
  };
}

/**
 * Adds a script tag for the preload entry, so that it runs before the main entry is loaded, and preloads the font of
 * all screens.
 */
function injectPreloadEntry(): Plugin {
  return {
    name: "inject-preload-entry",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) => {
        const files = Object.values(bundle);
        const script = files.find((file) => file.type === "chunk" && file.name === "preload");
        const fontFile = files.find(({ fileName }) => /source-sans-3-latin-wght-normal.*\.woff2$/.test(fileName));
        if (!script || !fontFile) throw new Error("The build has no preload entry or no font");
        const font = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          crossorigin: true,
          href: `/${fontFile.fileName}`,
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
 * The chunk of a module, decided by the entries that import it: the preload entry, the Socket.IO client, the modules of
 * every page, the live client, the sign-in page, shortcuts (used by toasts too), the layout, and what the home page
 * shares with other pages.
 */
function chunkOf(id: string, build: BuildContext): ChunkName | undefined {
  const isNeeded = (entry: string) => isNeededBy((moduleId) => moduleId === entry, { id, build });
  if (isNeeded(preloadEntry)) return "preload";
  if (socketPackages.some((path) => id.includes(path))) return "socket";
  if (isNeeded(mainEntry) || (isNeeded(layoutEntry) && isNeeded(signInPage))) return "base";
  if (isNeeded(liveEntry)) return "live";
  if (isNeeded(signInPage)) return "sign-in";
  if (isNeeded(shortcutHook)) return "shortcut-hook";
  if (isNeeded(layoutEntry)) return "layout";
  return isNeeded(homePage) && !homePaths.some((path) => id.startsWith(path)) ? "common" : undefined;
}

/** The indexes of the light pages that need the module; the charts count as one page. */
function findLightPages(id: string, build: BuildContext): number[] {
  return [...lightPages, chartFolder].flatMap((path, index) =>
    isNeededBy((moduleId) => moduleId.startsWith(path), { id, build }) ? [index] : [],
  );
}

/** Whether an entry imports the module, directly or through others. */
function isNeededBy(
  isEntry: (moduleId: string) => boolean,
  { id, build, visited = new Set() }: { id: string; build: BuildContext; visited?: Set<string> },
): boolean {
  if (isEntry(id)) return true;
  if (visited.has(id) || packageIndexes.some((path) => id.includes(path))) return false;
  visited.add(id);
  const { importers = [] } = build.getModuleInfo(id) ?? {};
  return importers.some((importer) => isNeededBy(isEntry, { id: importer, build, visited }));
}

interface BuildContext {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}
