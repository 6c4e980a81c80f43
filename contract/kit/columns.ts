import { z } from 'zod'
import { allowed, type Flags, type Role, type RuleName } from '#contract/access.ts'
import { limits } from '#contract/limits.ts'
import { text } from './wire.ts'

/** The way a column's value is shown. */
export type ColumnKind = 'text' | 'reference' | 'status' | 'amount' | 'time' | 'number'
export interface Column {
  kind: ColumnKind
  /** The field of the row with the currency of an amount, where that is not `currency`. */
  currency?: string
  /** Its values are exact decimal texts of money: shown as amounts are, while a file has them as the kind says. */
  exact?: boolean
  /** Whether the column is visible by default. */
  shown?: boolean
  /** Whether exports have it without being asked for it, even where the table does not show it. */
  exported?: boolean
  /** The group of the console's texts with the words for its codes: `methods`, `states.payment`. */
  words?: string
  /** The name of its title among the texts, where its own name is the title of something else in other lists. */
  title?: string
  /** The rule of the users who may read it, where that is not the list's own. For others it is empty and not offered. */
  needs?: RuleName
}

/** The kind as which a table shows a column. */
export const shownAs = ({ kind, exact }: Column = { kind: 'text' }): ColumnKind => (exact ? 'amount' : kind)

/** Whether a user of the list may read the column. */
export const isReadable = ({ needs }: Column, user: { roles: readonly Role[]; flags: Flags }): boolean =>
  needs === undefined || allowed(needs, user)

/** The row of a list where there is no room for a table: two lines. */
export interface PhoneRow<Name extends string = string> {
  /** Who or what it is: the first of these columns that has a value. It leads to the row's object. */
  head: readonly [Name, ...Name[]]
  /** At the end of the first line: the amount, or what else decides. */
  value: Name
  /** The second line. */
  line: readonly Name[]
}

/** The formats of an export; the first is the default. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The columns of an export in order, each with its title; the default title is its name. */
export const exportColumns = (names: readonly string[]) =>
  z
    .array(z.strictObject({ key: z.enum(names as [string, ...string[]]), title: text(80).optional() }))
    .min(1)
    .max(limits.exportColumns)
    .optional()

/** The columns with the merchant of each row, in lists over several merchants. */
export const masterColumns = {
  merchant_name: { kind: 'text', shown: true },
  merchant_key: { kind: 'reference' },
  merchant_email: { kind: 'text' },
} as const satisfies Record<string, Column>

/** A column in a user's choice. */
export interface ChosenColumn {
  key: string
  visible: boolean
}
/**
 * All columns of a list in the chosen order. Columns that are newer than the choice are at the end with their
 * default visibility; columns that no longer exist are left out.
 */
export function columnsAs(columns: Record<string, Column>, chosen: readonly ChosenColumn[]): ChosenColumn[] {
  const known = chosen.filter(({ key }, at) => columns[key] && chosen.findIndex((one) => one.key === key) === at)
  const later = Object.entries(columns).filter(([key]) => !known.some((one) => one.key === key))
  return [
    ...known.map(({ key, visible }) => ({ key, visible })),
    ...later.map(([key, { shown = false }]) => ({ key, visible: shown })),
  ]
}
