import type { InTransaction } from '#server/kit/db/own-transaction.ts'

/** A kind of file that a domain keeps or makes, named by reference where it is used, such as in the attachments of a mail. */
export interface FileSource {
  kind: string
  /**
   * The bytes of a file, the same each time; null when there is none. It may be slow, so it gets transactions instead of being in
   * one. It throws where it may succeed later.
   */
  read(transaction: InTransaction, ref: string): Promise<Uint8Array | null>
}
