/** Hands a file to the browser's downloads. */
export function downloadFile({
  name,
  type,
  bytes,
}: {
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeUrlAfterMs);
}

/** The download has long begun by then. */
const revokeUrlAfterMs = 60_000;
