import type { Cut } from '../layout.ts'

/**
 * Applies cuts to a cell's text, one after the other. A cut that finds nothing to cut leaves the text as it is, except `between` and
 * `json`, which leave nothing: what they name is the value.
 */
export const cutText = (text: string, cuts: readonly Cut[]): string => cuts.reduce(apply, text)

function apply(text: string, one: Cut): string {
  switch (one.cut) {
    case 'trim':
      return text.trim()
    case 'lower':
      return text.toLowerCase()
    case 'upper':
      return text.toUpperCase()
    case 'digits':
      return text.replaceAll(/\D/g, '')
    case 'prefix':
      return one.text !== '' && text.startsWith(one.text) ? text.slice(one.text.length) : text
    case 'suffix':
      return one.text !== '' && text.endsWith(one.text) ? text.slice(0, -one.text.length) : text
    case 'between':
      return between(text, one.from, one.to)
    case 'json':
      return jsonAt(text, one.path)
  }
}

/** From the first `from` to the next `to`; an empty mark is the beginning or the end. */
function between(text: string, from: string, to: string): string {
  const found = text.indexOf(from)
  if (found < 0) return ''
  const start = found + from.length
  const end = to === '' ? text.length : text.indexOf(to, start)
  return end < 0 ? '' : text.slice(start, end)
}

/** The value at a path such as `order.ids.0` of a JSON text; empty where there is none, or where it is no single value. */
function jsonAt(text: string, path: string): string {
  let at: unknown
  try {
    at = JSON.parse(text, asWritten)
  } catch {
    return ''
  }
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return ''
    at = (at as Record<string, unknown>)[name]
  }
  return typeof at === 'string' ? at : typeof at === 'boolean' ? String(at) : ''
}
/** A number as it is written: a float would round a long one. */
const asWritten = (_: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value
