/** Time until the data of a download is released, because Safari begins a download only after the click's task has ended. */
const OBJECT_URL_RELEASE_MS = 1_000;

/** Lets the browser save `content` as a file of this MIME type. */
export function saveAsFile(filename: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_RELEASE_MS);
}
