import type { Socket as Pipe } from "node:net";

/** Whoever takes longer to take it goes on beside the next. */
const maxSendMs = 200;

/**
 * Writes many bytes to one line after the other: side by side, each would have all of them only when the last has, and the parts of all
 * would be on the way at once. What is written to a line that waits for its turn goes behind them.
 */
export function sendSequentially(bytes: Buffer, pipes: readonly Pipe[]): void {
  const turns = pipes.map((pipe) => new QueuedSend(pipe, bytes));
  const next = () => turns.shift()?.start(next);
  next();
}

class QueuedSend {
  readonly #socket: Pipe;
  #isDone = false;
  #timer: NodeJS.Timeout | undefined;
  #onDone: (() => void) | undefined;

  constructor(pipe: Pipe, bytes: Buffer) {
    this.#socket = pipe;
    pipe.cork();
    // Called also where the line is gone before all of it is.
    pipe.write(bytes, () => this.#finish());
  }

  /** Lets the bytes go; `then` is called once, when they have gone or taken long enough. */
  start(then: () => void): void {
    this.#socket.uncork();
    if (this.#isDone) return void then();
    this.#onDone = then;
    this.#timer = setTimeout(() => this.#finish(), maxSendMs);
  }

  #finish(): void {
    this.#isDone = true;
    clearTimeout(this.#timer);
    const then = this.#onDone;
    this.#onDone = undefined;
    then?.();
  }
}

/** Does a large message wait for its turn on this line? */
export function isQueued(pipe: Pipe): boolean {
  return pipe.writableCorked > 0;
}
