/** With what a file of Excel 97–2003 begins, whatever its name says. */
export const oldFormat = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** A cell of a workbook as text: numbers in their shortest decimal form, times as ISO 8601. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  // Spreadsheets reckon and show with 15 digits: the sum of 0.1 and 0.2 is 0.3.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return typeof value === 'object' ? '' : String(value as string | number | boolean)
}
