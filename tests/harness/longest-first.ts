import { readFile } from "node:fs/promises";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Matches the text of test files that take long for their size: soak and contract tests, and those that run axe. */
const longFilePattern = /@module-tag (soak|contract)\b|harness\/accessibility\.ts"/;

/**
 * Starts the longest files first, so that no worker works on one of them alone at the end. Without results of an
 * earlier run, Vitest starts the largest files first, but some of the longest are small.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longFiles = new Set<TestSpecification>();
    await Promise.all(
      sorted.map(async (file) => {
        if (longFilePattern.test(await readFile(file.moduleId, "utf8"))) longFiles.add(file);
      }),
    );
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const filesOfProject = sorted.filter((file) => file.project === project);
      return [
        ...filesOfProject.filter((file) => longFiles.has(file)),
        ...filesOfProject.filter((file) => !longFiles.has(file)),
      ];
    });
  }
}
