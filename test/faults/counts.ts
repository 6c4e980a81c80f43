/** `npm run faults` runs them in full; `npm test` a small share of each, with its planted fault. */
export const full = process.env['FAULTS'] === 'full'

/** A count of rounds, keys or pairs. */
export const countOf = (inFull: number, inShort: number): number => (full ? inFull : inShort)

/** A figure of a full run, for its report. */
export function report(line: string): void {
  if (full) console.log(line)
}
