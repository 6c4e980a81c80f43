import type { SourceCell } from './source-rows.ts'

/**
 * Watches a column of references that a spreadsheet may have taken for numbers: beyond the 15th digit it keeps zeros alone. Such a
 * column is no key, as several references have become one.
 */
export class DigitsLost {
  private zerosOfText = 0
  private numbers = 0
  private isKept = false

  add(cell: SourceCell): void {
    if (this.isKept) return
    const text = typeof cell === 'string' ? cell.trim() : cell.number
    if (text === '') return
    const digits = wholeDigits(text)
    if (digits === null) {
      this.isKept = true
      return
    }
    const beyond = digits.slice(15)
    if (beyond === '') return
    if (/[1-9]/.test(beyond)) this.isKept = true
    else if (typeof cell === 'string' && !/e/i.test(text)) this.zerosOfText += beyond.length
    else this.numbers += 1
  }

  /**
   * Whether all long numbers so far end in zeros. References of a text file may do so by chance, hence six zeros in all are asked of
   * them.
   */
  get isLost(): boolean {
    return !this.isKept && (this.numbers > 0 || this.zerosOfText >= 6)
  }
}

/** Whether the digits of a column were lost. */
export function digitsLost(column: Iterable<SourceCell>): boolean {
  const watch = new DigitsLost()
  for (const cell of column) watch.add(cell)
  return watch.isLost
}

/** The digits of a whole number, `8.81529E+15` too; null for anything else. */
function wholeDigits(text: string): string | null {
  const found = /^-?(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]\+?(\d{1,2}))?$/.exec(text)
  if (!found) return null
  const [, whole = '', decimals = '', exponent = '0'] = found
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > Number(exponent)) return null
  return (whole + fraction.padEnd(Number(exponent), '0')).replace(/^0+/, '')
}
