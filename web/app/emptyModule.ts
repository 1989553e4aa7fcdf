// Replaces optional dependencies of the PDF library in the build; see vite.config.ts.
export {};
