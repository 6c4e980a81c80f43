/** What a row of a sheet is about: a record, the numbers that it showed, and when the sheet was made. */
export interface RowKey {
  recordRef: string
  digest: string
  madeAt: Date
}

/** It stands in the sheet as one text, which nobody has to understand. */
export const rowKeyText = ({ recordRef, digest, madeAt }: RowKey): string =>
  [recordRef, digest, madeAt.getTime().toString(36)].join('#')

/** Null for a text that is none. */
export function rowKeyOf(text: string): RowKey | null {
  const [, recordRef, digest, stamp] =
    /^(\d{1,9}\.[ab]\.[^#]{1,200})#([\da-f]{16})#([\da-z]{8})$/.exec(text.trim()) ?? []
  return recordRef && digest && stamp ? { recordRef, digest, madeAt: new Date(Number.parseInt(stamp, 36)) } : null
}
