import { exponentOf } from '../line.ts'

const size = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** Major units with all decimals of the currency, signed: -12.30. */
export function major(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = size(minor)
    .toString()
    .padStart(exponent + 1, '0')
  const text = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return minor < 0n ? `-${text}` : text
}

/** Hundredths whatever the currency, without a sign: 150 yen are 15000. */
export const hundredths = (minor: bigint, currency: string): string =>
  String(size(minor) * 10n ** BigInt(2 - exponentOf(currency)))

/** A row of text separated by commas; cells are quoted where they have to be. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

/** The day on which what is closed at a moment is booked. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
