import { decode, encode } from "jpeg-js";
import { PNG } from "pngjs";

/** Pixels as red, green, blue and alpha, one byte each, row by row. */
interface Bitmap {
  width: number;
  height: number;
  data: Uint8Array;
}

/** In pixels. */
const maxSourceSide = 2_000;
/** In pixels: sharp at 20 mm on paper, and at 80 px on a screen with three device pixels per CSS pixel. */
const maxSide = 256;
const jpegQuality = 90;

const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Decodes a PNG or JPEG image, scales it down to at most 256 pixels a side, and encodes it again, so that only the
 * pixels of the file remain. Throws if the file is not such an image, is incomplete, or is too wide or high.
 */
export function rebuildImage(file: Buffer): { type: "image/png" | "image/jpeg"; bytes: Buffer } {
  if (startsWith(file, pngSignature)) {
    const { width, height, data } = scaleDown(decodePng(file));
    const png = new PNG({ width, height });
    png.data = Buffer.from(data);
    return { type: "image/png", bytes: PNG.sync.write(png) };
  }
  if (startsWith(file, jpegSignature)) {
    const image = decode(file, { useTArray: true, tolerantDecoding: false, maxResolutionInMP: 4 });
    assertSize(image);
    return { type: "image/jpeg", bytes: encode(scaleDown(image), jpegQuality).data };
  }
  throw new Error("Neither PNG nor JPEG");
}

/** Decodes a PNG image. Checks the size in the header before the pixels are unpacked. */
function decodePng(file: Buffer): Bitmap {
  // The first chunk of a PNG file has the width at byte 16 and the height at byte 20.
  const header = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
  assertSize(header);
  const image = PNG.sync.read(file);
  // A second header could have replaced the first.
  if (image.width !== header.width || image.height !== header.height) throw new Error("Two headers");
  return image;
}

function assertSize({ width, height }: Pick<Bitmap, "width" | "height">): void {
  if (width < 1 || height < 1 || width > maxSourceSide || height > maxSourceSide) throw new RangeError("Wrong size");
}

function startsWith(file: Buffer, signature: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}

/** Each pixel of the result is the average of the pixels that it covers, weighted by their opacity. */
function scaleDown(source: Bitmap): Bitmap {
  const scale = Math.min(1, maxSide / Math.max(source.width, source.height));
  if (scale === 1) return source;
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set(averagePixel(source, { x, y, width, height }), (y * width + x) * 4);
  return { width, height, data };
}

/** The average of the source's pixels under pixel (x, y) of a grid of `width` × `height`. */
function averagePixel(
  source: Bitmap,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): number[] {
  const startX = Math.floor((x * source.width) / width);
  const endX = Math.max(startX + 1, Math.floor(((x + 1) * source.width) / width));
  const startY = Math.floor((y * source.height) / height);
  const endY = Math.max(startY + 1, Math.floor(((y + 1) * source.height) / height));
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let sourceY = startY; sourceY < endY; sourceY++) {
    for (let sourceX = startX; sourceX < endX; sourceX++) {
      const offset = (sourceY * source.width + sourceX) * 4;
      const alpha = source.data[offset + 3] ?? 0;
      red += (source.data[offset] ?? 0) * alpha;
      green += (source.data[offset + 1] ?? 0) * alpha;
      blue += (source.data[offset + 2] ?? 0) * alpha;
      opacity += alpha;
    }
  }
  if (opacity === 0) return [0, 0, 0, 0];
  return [red / opacity, green / opacity, blue / opacity, opacity / ((endX - startX) * (endY - startY))];
}
