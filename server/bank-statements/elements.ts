import { currencies, isCurrency } from '#contract/kit/money.ts'

/** An element of a message by its local name, with what is below it. */
export interface Element {
  name: string
  text: string
  /** The attribute `Ccy`. */
  currency: string
  below: Element[]
}

/** The first element at a path below another, such as `Refs/EndToEndId`; undefined for none. */
export const find = (from: Element, path: string): Element | undefined =>
  path.split('/').reduce<Element | undefined>((at, name) => at?.below.find((one) => one.name === name), from)

/** The text at the first of some paths that has one; empty for none. */
export function textAt(from: Element, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = find(from, path)?.text
    if (text) return text
  }
  return ''
}

/** The amount of the first of some paths; null where none is there. */
export function amountAt(
  from: Element,
  ...paths: readonly string[]
): { minor: string | null; currency: string } | null {
  const found = paths.flatMap((path) => find(from, path) ?? [])[0]
  return found ? { minor: minorOf(found.text, found.currency), currency: found.currency } : null
}

/** The minor units of a decimal: `18.150` EUR is 1815. Null where it has more than the currency can, or is none. */
export function minorOf(decimal: string, currency: string): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,18})(?:\.(\d{0,17}))?$/.exec(decimal) ?? []
  if (whole === '' || !isCurrency(currency)) return null
  const digits = currencies[currency]
  if (/[1-9]/.test(fraction.slice(digits))) return null
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0')).toString()
}
