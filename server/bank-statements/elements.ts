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
export function find(from: Element, path: string): Element | undefined {
  let at: Element | undefined = from
  for (const name of namesOf(path)) at = at?.below.find((one) => one.name === name)
  return at
}
/** Paths stand in the code, so there are few. */
const paths = new Map<string, readonly string[]>()
function namesOf(path: string): readonly string[] {
  let names = paths.get(path)
  if (!names) paths.set(path, (names = path.split('/')))
  return names
}

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
