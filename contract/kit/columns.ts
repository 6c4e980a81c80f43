import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { text } from './wire.ts'

/** How a column's value is shown; amounts take their currency from `currency` of the same row. */
export type ColumnKind = 'text' | 'reference' | 'status' | 'amount' | 'time' | 'number'
export interface Column {
  kind: ColumnKind
  /** Shown from the start; the others are there to be chosen. */
  shown?: boolean
}

/** Which columns, in this order, and what stands above each: its name unless said otherwise. */
export const exportColumns = (names: readonly string[]) =>
  z
    .array(z.strictObject({ key: z.enum(names as [string, ...string[]]), title: text(80).optional() }))
    .min(1)
    .max(limits.exportColumns)
    .optional()

/** The columns that tell rows of several merchants apart. */
export const masterColumns = {
  merchant_name: { kind: 'text', shown: true },
  merchant_key: { kind: 'reference' },
} as const satisfies Record<string, Column>

/** A column as somebody likes to see it. */
export interface ChosenColumn {
  key: string
  visible: boolean
}
/**
 * All columns of a list in the order that was chosen; those that came to the product later stand at the end, as they are
 * shown from the start, and those that are gone are left out.
 */
export function columnsAs(columns: Record<string, Column>, chosen: readonly ChosenColumn[]): ChosenColumn[] {
  const known = chosen.filter(({ key }, at) => columns[key] && chosen.findIndex((one) => one.key === key) === at)
  const later = Object.entries(columns).filter(([key]) => !known.some((one) => one.key === key))
  return [
    ...known.map(({ key, visible }) => ({ key, visible })),
    ...later.map(([key, { shown = false }]) => ({ key, visible: shown })),
  ]
}
