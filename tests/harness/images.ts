import { deflateSync } from "node:zlib";
import { encode } from "jpeg-js";
import { PNG } from "pngjs";

/** Pixels without repetition, by multiplicative hashing of their position, so that no format compresses them well. */
function createPixels(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let index = 0; index < pixels.length; index++)
    if (index % 4 !== 3) pixels[index] = (index * 2_654_435_761) >>> 24;
  return pixels;
}

export function createPng(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  png.data = createPixels(width, height);
  return PNG.sync.write(png);
}

export function createJpeg(width: number, height: number): Buffer {
  const quality = 80;
  return encode({ width, height, data: createPixels(width, height) }, quality).data;
}

/** An interlaced PNG of 16 × 16 pixels by its header, whose pixel data unpacks to much more. */
export function createDecompressionBomb(unpackedBytes: number): Buffer {
  const header = Buffer.alloc(13);
  const sidePixels = 16;
  header.writeUInt32BE(sidePixels, 0);
  header.writeUInt32BE(sidePixels, 4);
  // 8 bits per channel, RGBA, the only compression and filter methods, interlaced.
  header.set([8, 6, 0, 0, 1], 8);
  const pixels = deflateSync(Buffer.alloc(unpackedBytes), { level: 9 });
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, toChunk("IHDR", header), toChunk("IDAT", pixels), toChunk("IEND", Buffer.alloc(0))]);
}

function toChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
