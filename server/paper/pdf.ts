import type { ChildProcess } from "node:child_process";
import { openBeside } from "../beside.ts";
import { limited } from "../kernel/limit.ts";
import { answerSchema, type PdfOrder } from "./pdf-order.ts";

const longestMs = 20_000;

/** One after the other, as one process makes them. */
const inTurn = limited(1);
let maker: ChildProcess | undefined;

/**
 * The finished document. It takes a tenth of a second, for which everybody else would have to wait, so it is made in a process
 * beside, which stays for those to come. Throws when it cannot be made.
 */
export function makePdf(order: PdfOrder): Promise<Uint8Array> {
  return inTurn(async () => {
    maker ??= openMaker();
    const asked = maker;
    const answer = answerSchema.parse(await answerOf(asked, order));
    if ("error" in answer) throw new Error(answer.error);
    return answer.bytes;
  });
}

/** Ends with the portal, and never keeps it from ending. */
function openMaker(): ChildProcess {
  const opened = openBeside(new URL("./pdf-process.ts", import.meta.url), { megabytes: 256 });
  opened.once("exit", () => {
    if (maker === opened) maker = undefined;
  });
  opened.unref();
  opened.channel?.unref();
  return opened;
}

function answerOf(asked: ChildProcess, order: PdfOrder): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: unknown) => end(() => resolve(answer));
    const onGone = () => end(() => reject(new Error("A document could not be made")));
    const late = setTimeout(() => asked.kill("SIGKILL"), longestMs);
    // While a document is under way its process counts.
    asked.channel?.ref();
    asked.once("message", onMessage).once("error", onGone).once("exit", onGone);
    asked.send(order, (error) => error && onGone());

    function end(settle: () => void): void {
      clearTimeout(late);
      asked.off("message", onMessage).off("error", onGone).off("exit", onGone);
      asked.channel?.unref();
      settle();
    }
  });
}
