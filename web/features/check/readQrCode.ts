import { decodeQR } from "qr/decode.js";

/** Decoding a larger picture takes longer and finds no more. */
const maxSidePx = 1_600;

/** The text of the QR code in a picture or video frame; undefined if none is found. */
export function readQrCode(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
): string | undefined {
  if (width === 0 || height === 0) return undefined;
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // The library throws for a picture without a code.
    return undefined;
  }
}

/** The text of the QR code in an image file; undefined if the file is no image or has no code. */
export async function readQrCodeFile(file: Blob): Promise<string | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return undefined;
  const text = readQrCode(image, image);
  image.close();
  return text;
}
