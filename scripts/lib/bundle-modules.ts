import { basename, join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..", "..");

/** The modules that the server runs in child processes. */
export const childProcessModules = [
  "server/documents/pdf-process.ts",
  "server/services/imports/spreadsheet-process.ts",
  "server/features/society/logo-process.ts",
];

/** The commands of production and the child processes of the server. */
export const serverEntries = [
  ...["start", "backup", "restore", "import", "check-totals", "verify"].map((name) => `scripts/${name}.ts`),
  ...childProcessModules,
];

/**
 * Bundles modules for Node. Packages are not included; they are imported from node_modules. All files are in one
 * folder, because modules look for static files and for the modules of child processes in their own folder; a bundled
 * file has the base name of its source.
 */
export async function bundleModules(files: readonly string[], outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    build: {
      ssr: true,
      outDir,
      target: "node20",
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [basename(file, ".ts"), join(root, file)])),
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          // V8 keeps the source in memory, with two bytes per character instead of one if any is beyond Latin-1.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
          comments: false,
        },
      },
    },
    ssr: { external: true },
  });
}
