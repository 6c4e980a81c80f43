import { currencies, type Currency } from '#contract/kit/money.ts'
import { machineLocale } from '#i18n/languages.ts'
import { neutral } from './neutral.ts'

/**
 * A cell of a spreadsheet as XML. Texts are written as strings, which no program evaluates; numbers and times keep
 * their type, so they can be added up and sorted.
 */
export type Cell = string

export const emptyCell: Cell = '<c/>'

export function textCell(value: string): Cell {
  if (value === '') return emptyCell
  if (value.length <= longest && plain.test(value)) return `<c t="inlineStr"><is><t>${value}</t></is></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(neutral(value.slice(0, longest)))}</t></is></c>`
}
export const headCell = (title: string): Cell =>
  `<c t="inlineStr" s="${styles.head}"><is><t>${escaped(neutral(title))}</t></is></c>`

/** A number as its decimal text. */
export const numberCell = (decimal: string): Cell => `<c><v>${decimal}</v></c>`

/** An amount from the text of its minor units, shown with its currency and that currency's decimals. */
export function amountCell(minor: string, currency: string): Cell {
  const style = amountStyles.get(currency) ?? 0
  const exponent = currencies[currency as Currency] ?? 0
  if (exponent === 0) return `<c s="${style}"><v>${minor}</v></c>`
  const negative = minor.startsWith('-')
  const digits = (negative ? minor.slice(1) : minor).padStart(exponent + 1, '0')
  const point = digits.length - exponent
  return `<c s="${style}"><v>${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}</v></c>`
}

/** Cells of Unix times in whole seconds, in the local time of a time zone. */
export const timeCells = (timeZone: string): ((seconds: number) => Cell) => {
  const local = localTimes(timeZone)
  return (seconds) => `<c s="${styles.time}"><v>${local(seconds) / daySeconds + firstOf1970}</v></c>`
}
/** Unix times in seconds as the same wall-clock time of UTC. */
export const localTimes = (timeZone: string): ((seconds: number) => number) => {
  const ahead = aheadOf(timeZone)
  return (seconds) => seconds + ahead(seconds)
}
const daySeconds = 86_400
/** The serial number of 1 January 1970: spreadsheets count days from the end of 1899. */
const firstOf1970 = 25_569

const currencyCodes = Object.keys(currencies) as Currency[]
/** The index of each kind of cell in the formats of {@link styleSheet}. */
const styles = { head: 1, time: 2, amounts: 3, open: 3 + currencyCodes.length }
/** A cell of text that stays open where the others of its sheet are locked. */
export const openCell: Cell = `<c s="${styles.open}"/>`
const amountStyles: ReadonlyMap<string, number> = new Map(currencyCodes.map((code, at) => [code, styles.amounts + at]))

/** The formats of all cells: nothing, head, time, then each currency's amounts, and cells to be filled in. */
export const styleSheet = (): string => {
  const formats = [
    `<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>`,
    ...currencyCodes.map((code, at) => {
      const zeros = '0'.repeat(currencies[code])
      return `<numFmt numFmtId="${165 + at}" formatCode="#,##0${zeros && `.${zeros}`}\\ &quot;${code}&quot;"/>`
    }),
  ]
  const plain = 'fontId="0" fillId="0" borderId="0" xfId="0"'
  const cells = [
    `<xf numFmtId="0" ${plain}/>`,
    `<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>`,
    ...formats.map((_, at) => `<xf numFmtId="${164 + at}" ${plain} applyNumberFormat="1"/>`),
    // Text, so that no program takes a day or a number for something else.
    `<xf numFmtId="49" ${plain} applyNumberFormat="1" applyProtection="1"><protection locked="0"/></xf>`,
  ]
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  return `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>
<fonts count="2">${font('')}${font('<b/>')}</fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE9ECEF"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`
}
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The limit of characters in a cell, less one for the apostrophe of `neutral`. */
const longest = 32_766

/** Texts that need no escaping, as most do: a harmless first character, and nothing special to XML or Excel. */
const plain = /^[A-Za-z\d][A-Za-z\d .,:@/()?!#%*-]*(?<! )$/

/**
 * Escapes a text for XML: invalid characters are removed; special characters, and escapes of Excel (`_x0041_`), are
 * encoded.
 */
export const escaped = (value: string): string =>
  (value.isWellFormed() ? value : value.toWellFormed())
    // oxlint-disable-next-line no-control-regex -- just these
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>"\r]/g, (character) => entities[character] as string)
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

/** The UTC offset of a time zone at a moment, in seconds; kept for each day without a change of clocks. */
function aheadOf(timeZone: string): (seconds: number) => number {
  const format = new Intl.DateTimeFormat(machineLocale, { timeZone, timeZoneName: 'longOffset' })
  const days = new Map<number, number | null>()
  const exactly = (seconds: number) => {
    const name = format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes, rest] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    if (!sign) return 0
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest ?? 0))
  }
  return (seconds) => {
    const day = Math.floor(seconds / daySeconds)
    let ahead = days.get(day)
    if (ahead === undefined) {
      const [first, last] = [exactly(day * daySeconds), exactly((day + 1) * daySeconds)]
      days.set(day, (ahead = first === last ? first : null))
    }
    return ahead ?? exactly(seconds)
  }
}
