import { limits } from '#contract/limits.ts'

/** The one file of an upload, beside the fields of its body. */
export interface FileSpec {
  /** Its field in the form. */
  field: string
  /** How its name may end, in lower case; what is inside is looked at by whoever takes it. */
  endings: readonly string[]
  /** More is not read. At most `limits.uploadBytes`. */
  mostBytes: number
}

/** A picture, by the specification's list. */
export const imageFile = (mostBytes: number = limits.uploadBytes): FileSpec => ({
  field: 'file',
  endings: ['jpg', 'jpeg', 'png', 'svg'],
  mostBytes,
})

/** A file that was uploaded: there until its request is answered. */
export interface UploadedFile {
  /** As the sender calls it; for showing only. */
  name: string
  sizeBytes: number
  bytes(): Promise<Uint8Array>
}
