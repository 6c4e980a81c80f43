import { valueAt, type ColumnOf, type Field, type Fields, type KeptValue } from '#contract/kit/fields.ts'

/** The expression that selects a field: its column, under the field's name. */
type Selected<F extends Fields, K extends keyof F & string> =
  ColumnOf<F, K> extends infer Column extends string ? (Column extends K ? K : `${Column} as ${K}`) : never
type ShownColumn<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { answer: object } ? Selected<F, K> : never
}[keyof F & string]
type ListedColumn<F extends Fields> = {
  [K in keyof F & string]: F[K] extends { list: object } ? Selected<F, K> : never
}[keyof F & string]

/** The columns of all fields that an answer shows, for `select`. */
export const shownColumns = <F extends Fields>(fields: F): ShownColumn<F>[] =>
  selected(fields, ({ answer }) => answer !== undefined) as ShownColumn<F>[]

/** The columns of the fields that a list's rows have, for `select`. */
export const listedColumns = <F extends Fields>(fields: F): ListedColumn<F>[] =>
  selected(fields, ({ list }) => list !== undefined) as ListedColumn<F>[]

const selected = (fields: Fields, wanted: (field: Field) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { column = name } = field
    if (column === false || !wanted(field)) return []
    return [column === name ? name : `${column} as ${name}`]
  })

type KeptRow<F extends Fields> = {
  [K in keyof F & string as F[K] extends { request: object } ? ColumnOf<F, K> : never]: KeptValue<F[K]>
}

/**
 * The part of a row that a request decides, by column: what the body says of each field, and the field's `empty` where it
 * says nothing or an empty text.
 */
export function keptOf<F extends Fields>(fields: F, body: object): KeptRow<F> {
  const kept = Object.entries(fields).flatMap(([name, { request, at = name, column = name, empty }]) => {
    if (!request || column === false) return []
    const said = valueAt(body, at)
    return [[column, said === undefined || said === '' ? empty : said]]
  })
  return Object.fromEntries(kept) as KeptRow<F>
}

type Shown<F extends Fields, Row> = {
  [
    K in keyof F & string as F[K] extends { answer: object } ? (ColumnOf<F, K> extends never ? never : K) : never
  ]: ColumnOf<F, K> extends keyof Row ? Row[ColumnOf<F, K>] : never
}

/** The result that a query of {@link shownColumns} would have for a row that has just been made. */
export const shownOf = <F extends Fields, Row extends object>(fields: F, row: Row): Shown<F, Row> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { answer, column = name }]) =>
      answer && column !== false ? [[name, row[column as keyof Row]]] : [],
    ),
  ) as Shown<F, Row>
