import type { Socket as Pipe } from "node:net";

/** Whoever takes longer to take it goes on beside the next. */
const longestTurnMs = 200;

/**
 * Writes many bytes to one line after the other: side by side, each would have all of them only when the last has, and the parts of all
 * would be on the way at once. What is written to a line that waits for its turn goes behind them.
 */
export function writeInTurns(bytes: Buffer, pipes: readonly Pipe[]): void {
  const turns = pipes.map((pipe) => new Turn(pipe, bytes));
  const next = () => turns.shift()?.take(next);
  next();
}

class Turn {
  readonly #pipe: Pipe;
  #over = false;
  #timer: NodeJS.Timeout | undefined;
  #then: (() => void) | undefined;

  constructor(pipe: Pipe, bytes: Buffer) {
    this.#pipe = pipe;
    pipe.cork();
    // Called also where the line is gone before all of it is.
    pipe.write(bytes, () => this.#end());
  }

  /** Lets the bytes go; `then` is called once, when they have gone or taken long enough. */
  take(then: () => void): void {
    this.#pipe.uncork();
    if (this.#over) return void then();
    this.#then = then;
    this.#timer = setTimeout(() => this.#end(), longestTurnMs);
  }

  #end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    const then = this.#then;
    this.#then = undefined;
    then?.();
  }
}

/** Does a large message wait for its turn on this line? */
export function waitsForTurn(pipe: Pipe): boolean {
  return pipe.writableCorked > 0;
}
