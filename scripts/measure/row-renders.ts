import type { Page } from "playwright-core";
import { z } from "zod";

const rowRendersSchema = z.object({ rows: z.int(), unchanged: z.int() });

/** Number of re-rendered table rows, and of those that had not changed. */
type RowRenders = z.output<typeof rowRendersSchema>;

/**
 * From now on, the page counts the renders of table rows, which React reports to the hook of its developer tools. Call it
 * before the page loads.
 */
export async function startCountingRowRenders(page: Page): Promise<void> {
  await page.addInitScript(installRenderCounter);
}

/** The counts since the last call. */
export async function takeRowRenders(page: Page): Promise<RowRenders> {
  return rowRendersSchema.parse(await page.evaluate(() => Reflect.get(window, "rowRenders")?.take()));
}

/** The fields of a React fiber that are used here. */
interface Fiber {
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
  tag: number;
  memoizedProps: Readonly<Record<string, unknown>> | null;
}

/** Runs in the page. Has methods and callbacks only: esbuild wraps named functions in a helper that the page lacks. */
function installRenderCounter(): void {
  const counter = {
    rows: 0,
    unchanged: 0,
    take() {
      const { rows, unchanged } = this;
      this.rows = 0;
      this.unchanged = 0;
      return { rows, unchanged };
    },
    visit(fiber: Fiber) {
      const before = fiber.alternate;
      if (!before) return;
      const { memoizedProps: props, tag, flags } = fiber;
      // Tag 0 is a function component; the first flag means that it was rendered.
      if (tag === 0 && flags & 1 && props && "row" in props && "rowIndex" in props) {
        this.rows++;
        const previousProps = before.memoizedProps ?? {};
        const comparedProps = ["row", "rowIndex", "hasCursor", "layout"];
        const isSame = comparedProps.every((name) => previousProps[name] === props[name]);
        if (isSame && JSON.stringify(previousProps.state) === JSON.stringify(props.state)) this.unchanged++;
      }
      if (fiber.child === before.child) return;
      for (let child = fiber.child; child; child = child.sibling) this.visit(child);
    },
  };
  Object.assign(window, {
    rowRenders: counter,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject() {
        return 1;
      },
      onCommitFiberRoot(_: number, root: { current: Fiber }) {
        counter.visit(root.current);
      },
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
    },
  });
}
