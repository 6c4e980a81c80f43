import type { Ctx } from '#server/kit/ctx.ts'

/** One transaction under the scope of the owner, for work that holds none meanwhile. */
export type InTransaction = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** A kind of file that a domain keeps or makes, named by reference where it is used, such as in the attachments of a mail. */
export interface FileSource {
  kind: string
  /**
   * The bytes of a file, the same each time; null when there is none. It may be slow, so it gets transactions instead of being in
   * one. It throws where it may succeed later.
   */
  read(transaction: InTransaction, ref: string): Promise<Uint8Array | null>
}
