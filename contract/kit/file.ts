import { limits } from '#contract/limits.ts'

/** The one file of an upload, beside the fields of its body. */
export interface FileSpec {
  /** The name of the form field. */
  field: string
  /** The allowed file extensions in lower case; the handler checks the content. */
  endings: readonly string[]
  /** The maximum size; reading stops beyond it. At most `limits.uploadBytes`. */
  mostBytes: number
}

/** An image of the specification's types. */
export const imageFile = (mostBytes: number = limits.uploadBytes): FileSpec => ({
  field: 'file',
  endings: ['jpg', 'jpeg', 'png', 'svg'],
  mostBytes,
})

/** An uploaded file, which exists until its request is answered. */
export interface UploadedFile {
  /** The name from the sender, for display only. */
  name: string
  sizeBytes: number
  /** SHA-256 of the content, in hex. */
  digest: string
  bytes(): Promise<Uint8Array>
  /** The same in pieces of at most so many bytes, so that a large file takes little memory. */
  pieces(mostBytes: number): AsyncIterable<Uint8Array>
}
