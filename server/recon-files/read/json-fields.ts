import type { Fields } from './flat-rows.ts'
import { refused } from './refusals.ts'
import type { SourceCell } from './source-rows.ts'

/** A number of JSON as it is written: a float would round a long one. */
class JsonNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
  toJSON(): string {
    return this.source
  }
}
const depthMost = 32
/** The elements of a list that have columns; those behind them are one text of JSON. */
const elementsMost = 10

/** Parses a text of JSON with its numbers as they are written. Throws {@link SourceRefused} where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text, (_: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new JsonNumber(context?.source ?? '') : value,
    )
  } catch {
    throw refused('damaged_file')
  }
}

/** The fields of an object: `amount.value` within another, `refunds.0.id` within a list. */
export function fieldsOfJson(value: unknown): Fields {
  const fields = new Map<string, SourceCell>()
  add(value, '', 0)
  return fields

  function add(one: unknown, title: string, depth: number): void {
    if (depth > depthMost) throw refused('packed_too_tight')
    if (!isJsonObject(one) && !Array.isArray(one)) {
      fields.set(title === '' ? 'value' : title, cellOf(one))
      return
    }
    const within = title === '' ? '' : `${title}.`
    if (!Array.isArray(one)) for (const [name, below] of Object.entries(one)) add(below, within + name, depth + 1)
    else {
      for (const [at, below] of one.slice(0, elementsMost).entries()) add(below, within + at, depth + 1)
      if (one.length > elementsMost) fields.set(`${within}${elementsMost}+`, JSON.stringify(one.slice(elementsMost)))
    }
  }
}
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** A number that has more digits than a cell of a workbook stays a text, so that none is lost. */
function cellOf(value: unknown): SourceCell {
  if (value instanceof JsonNumber) {
    const digits = value.source
      .replace(/[eE].*$/, '')
      .replaceAll(/\D/g, '')
      .replace(/^0+/, '')
    return digits.length > 15 ? value.source : { number: value.source }
  }
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : ''
}
