import { Fault } from '#contract/faults.ts'
import type { Sort } from './list.ts'

/** A position in a sorted list: the row at the boundary, and the direction to read. */
export interface Cursor {
  column: string
  order: 'asc' | 'desc'
  value: string
  ref: string
  backwards: boolean
}

export const writeCursor = ({ column, order, value, ref, backwards }: Cursor): string =>
  Buffer.from(JSON.stringify([column, order, value, ref, backwards ? 1 : 0])).toString('base64url')

export function readCursor(text: string, sorts: Record<string, Sort>): Cursor {
  try {
    const [column, order, value, ref, backwards] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const sort = typeof column === 'string' && Object.hasOwn(sorts, column) ? sorts[column] : undefined
    if (!sort || !(order === 'asc' || order === 'desc') || typeof value !== 'string' || typeof ref !== 'string')
      throw new Error()
    if (!forms[sort.type].test(value) || !/^[\x21-\x7e]{1,300}$/.test(ref)) throw new Error()
    return { column: column as string, order, value, ref, backwards: backwards === 1 }
  } catch {
    throw new Fault('invalidRequest', {
      errors: [{ path: 'cursor', reason: 'not_a_choice', text: 'This cursor is of another list.' }],
    })
  }
}

/** The texts of values in cursors. */
const forms = {
  bigint: /^\d{1,18}$/,
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
} as const

export const keyText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))

/** Values beyond every row, on the side where a direction begins. */
export const edges = {
  timestamptz: { asc: '-infinity', desc: 'infinity' },
  bigint: { asc: '-9223372036854775808', desc: '9223372036854775807' },
  date: { asc: '-infinity', desc: 'infinity' },
} as const

/** The condition for the rows after a position, whose value and reference are these placeholders. */
export function beyond(by: Sort, ref: string, direction: 'asc' | 'desc', [value, last]: [string, string]): string {
  return `(${by.column}, ${ref}) ${direction === 'asc' ? '>' : '<'} (cast(${value} as ${by.type}), ${last})`
}
