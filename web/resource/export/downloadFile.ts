/** Downloads a file that was created in the browser. */
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

/** Long enough for the download to start. */
const revokeUrlAfterMs = 60_000;
