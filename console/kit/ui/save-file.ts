export interface SavedFile {
  name: string
  file: Blob
}

/** Starts the browser's download of a file. */
export function saveFile({ name, file }: SavedFile): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The file of a data URL, as calls answer with it. */
export function fileOf({ name, type, data_url: url }: { name: string; type: string; data_url: string }): {
  name: string
  file: Blob
} {
  const [head = '', body = ''] = url.split(/,(.*)/s)
  const bytes = head.endsWith(';base64')
    ? Uint8Array.fromBase64(body)
    : new TextEncoder().encode(decodeURIComponent(body))
  return { name, file: new Blob([bytes], { type }) }
}
