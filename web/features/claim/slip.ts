import { replaceSlip } from "../../../shared/endpoints/claim.ts";
import { callEndpoint } from "../../api/request.ts";

/** A photo with longer edges, in pixels, or more bytes is made smaller before the upload. */
const maxEdge = 2000;
const maxPhotoBytes = 1024 * 1024;

export async function attachSlip(ClaimID: number, body: Blob): Promise<void> {
  await callEndpoint(replaceSlip, { params: { ClaimID }, body });
}

/** A large photo as a smaller JPEG, so that it is below the limit; any other file unchanged. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/") || file.size <= maxPhotoBytes) return file;
  // A file that is no image is sent as it is, and the server says so.
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return file;
  const scale = Math.min(1, maxEdge / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve) => canvas.toBlob((photo) => resolve(photo ?? file), "image/jpeg", 0.85));
}
