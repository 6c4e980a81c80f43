/** What is used here of libraries that bring no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  /** An object of the file. */
  interface Reference {
    data: Record<string, unknown>
    compress: boolean
    write(bytes: Uint8Array): void
    end(bytes?: Uint8Array): void
  }
  export default class PDFDocument extends Readable {
    constructor(options: Record<string, unknown>)
    info: { CreationDate: Date; Title: string; Author: string; Producer: string; Creator: string }
    _root: Reference
    ref(data: Record<string, unknown>): Reference
    file(
      bytes: Uint8Array,
      options: {
        name: string
        type: string
        description: string
        relationship: string
        creationDate: Date
        modifiedDate: Date
      },
    ): void
    endMetadata(): void
  }
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ): Promise<Buffer>
}
