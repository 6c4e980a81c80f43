import { z } from 'zod'
import type { Column } from './columns.ts'
import { aliasOf, type AliasField, type DecodedField } from './wire.ts'

/**
 * A field of an object, declared once. The request's body, the answer, the list's columns, the row that is kept and the
 * form of the console follow from it; what a field has of its own beyond that is written where it happens.
 */
export interface Field {
  /** What a request may say; absent where the server alone knows the value. */
  request?: z.ZodType
  /** Where the request says it, when not under the field's own name: `address.city`. */
  at?: string
  /** A second name of the request's field, as `aliasOf` has it; the console's form knows the first. */
  also?: string
  /** What an answer shows; absent where the value is kept and not shown. */
  answer?: z.ZodType
  /** How the list shows it; its rows have only fields that say so. */
  list?: Column
  /** The column that keeps it, when not of the same name; false where the domain's own SQL keeps or makes it. */
  column?: string | false
  /** What is kept when the request says nothing, in the column's own type. */
  empty?: unknown
  /** How a form holds it; absent where no control of a form belongs to it. */
  form?: FormKind
}
export type Fields = Record<string, Field>

/**
 * How a form holds a field: as the text or the number that is typed, as a checkbox, or as one of some values, where the
 * optional choice may have none.
 */
export type FormKind = 'text' | 'number' | 'flag' | 'choice' | 'optional choice'

type Name<F> = keyof F & string
/** Where a request says a field. */
export type At<F extends Fields, K extends keyof F> = F[K] extends { at: infer Path extends string } ? Path : K & string
type Also<F extends Fields, K extends keyof F> = F[K] extends { also: infer Path extends string } ? Path : never

type ParentOf<Path> = Path extends `${infer Parent}.${string}` ? Parent : never
/** Of fields by path, those that stand in no object. */
export type Outside<Flat> = { [Path in keyof Flat as Path extends `${string}.${string}` ? never : Path]: Flat[Path] }
/** Of fields by path, those of one object. */
export type Inside<Flat, Parent extends string> = {
  [Path in keyof Flat as Path extends `${Parent}.${infer Own}` ? Own : never]: Flat[Path]
}
/** Fields by path as the objects that hold them. */
export type Nested<Flat> = Outside<Flat> & { [Parent in ParentOf<keyof Flat>]: Inside<Flat, Parent> }

/** Values by path (`a`, `b.c`) as the objects that hold them: `{ a, b: { c } }`. */
export function nested<Value>(flat: readonly (readonly [path: string, value: Value])[]) {
  const outside: Record<string, Value> = {}
  const inside: Record<string, Record<string, Value>> = {}
  for (const [path, value] of flat) {
    const [parent = '', own] = path.split('.')
    if (own === undefined) outside[path] = value
    else (inside[parent] ??= {})[own] = value
  }
  return { outside, inside }
}

/** The value at a path of at most one dot; undefined where there is none. */
export function valueAt(values: object, path: string): unknown {
  const [parent = '', own] = path.split('.')
  const found: unknown = values[parent as keyof typeof values]
  return own === undefined || !found ? found : found[own as keyof typeof found]
}

type RequestOf<One> = One extends { request: infer Schema extends z.ZodType } ? Schema : never
type AskedFor<F extends Fields> = {
  [K in Name<F> as F[K] extends { request: z.ZodType } ? At<F, K> : never]: RequestOf<F[K]>
} & { [K in Name<F> as Also<F, K>]: AliasField<Inner<RequestOf<F[K]>>> }
type Inner<Schema extends z.ZodType> = Schema extends z.ZodOptional<infer Within extends z.ZodType> ? Within : Schema
type RequestShape<F extends Fields> = Outside<AskedFor<F>> & {
  [Parent in ParentOf<keyof AskedFor<F>>]: z.ZodOptional<
    z.ZodObject<Extract<Inside<AskedFor<F>, Parent>, z.core.$ZodShape>, z.core.$strict>
  >
}

/** The fields of a request's body, for `record`. */
export function requestShape<F extends Fields>(fields: F): { [K in keyof RequestShape<F>]: RequestShape<F>[K] } {
  const asked = Object.entries(fields).flatMap(([name, { request, at = name, also }]) =>
    request ? [[at, request] as const, ...(also ? [[also, aliasOf(at, withoutOptional(request))] as const] : [])] : [],
  )
  const { outside, inside } = nested<z.ZodType>(asked)
  const objects = Object.entries(inside).map(([name, shape]) => [name, z.strictObject(shape).optional()] as const)
  return { ...outside, ...Object.fromEntries(objects) } as unknown as RequestShape<F>
}

const withoutOptional = (schema: z.ZodType) =>
  schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema

type AnswerOf<One> = One extends { answer: infer Schema extends z.ZodType } ? Schema : never
type AnswerShape<F extends Fields> = {
  [K in Name<F> as F[K] extends { answer: z.ZodType } ? K : never]: AnswerOf<F[K]>
}
type ListedShape<F extends Fields> = { [K in Name<F> as F[K] extends { list: Column } ? K : never]: AnswerOf<F[K]> }

/** All fields that an answer shows, for `entity`. */
export const answerShape = <F extends Fields>(fields: F): AnswerShape<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { answer }]) => (answer ? [[name, answer]] : [])),
  ) as AnswerShape<F>

/** The fields of a list's row, for `entity`. */
export const listedShape = <F extends Fields>(fields: F): ListedShape<F> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { list, answer }]) => (list ? [[name, answer]] : [])),
  ) as ListedShape<F>

/** The columns of a list: those of `first` in this order, then the others as they are declared. */
export function listColumns<F extends Fields>(
  fields: F,
  first: readonly (keyof ListedShape<F> & string)[],
): { [K in keyof ListedShape<F>]: Column } {
  const columns = Object.entries(fields).flatMap(([name, { list }]) => (list ? [[name, list] as const] : []))
  const ordered = [...first.flatMap((name) => columns.filter(([column]) => column === name)), ...columns]
  return Object.fromEntries(ordered) as { [K in keyof ListedShape<F>]: Column }
}

/** The column that keeps a field; never where none does. */
export type ColumnOf<F extends Fields, K extends keyof F> = F[K] extends { column: infer Column }
  ? Column extends string
    ? Column
    : never
  : K & string

/** What is kept of a field that a request may say. */
export type KeptValue<One> = One extends { request: infer Schema extends z.ZodType; empty: infer Empty }
  ? Exclude<DecodedField<Schema, z.output<Schema>>, undefined> | Widened<Empty>
  : One extends { request: infer Schema extends z.ZodType }
    ? DecodedField<Schema, z.output<Schema>>
    : never
/** `''` is a text and `0n` an amount, while `'accept'` stays one of its union. */
type Widened<Empty> = Empty extends ''
  ? string
  : Empty extends bigint
    ? bigint
    : Empty extends boolean
      ? boolean
      : Empty
