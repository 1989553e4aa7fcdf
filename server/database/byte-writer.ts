const minCapacity = 16 * 1024;

/** The bytes of an answer as they are put together. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(minCapacity);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Text of which no character needs more than a byte. */
  writeAscii(text: string): void {
    const at = this.#reserve(text.length);
    const buffer = this.#buffer;
    for (let index = 0; index < text.length; index++) buffer[at + index] = text.charCodeAt(index);
  }

  writeText(text: string): void {
    const at = this.#reserve(Buffer.byteLength(text));
    this.#buffer.write(text, at);
  }

  writeBytes(from: Uint8Array, start: number, end: number): void {
    const at = this.#reserve(end - start);
    const buffer = this.#buffer;
    // For the few bytes of a name or an amount a call into the engine costs more than they do.
    for (let index = start; index < end; index++) buffer[at + index - start] = from[index] ?? 0;
  }

  /** Gives away what there is and begins anew. */
  takeBuffer(): Buffer {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafe(Math.max(minCapacity, this.#length));
    this.#length = 0;
    return taken;
  }

  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length <= this.#buffer.length) return at;
    const larger = Buffer.allocUnsafe(Math.max(this.#length, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, at);
    this.#buffer = larger;
    return at;
  }
}
