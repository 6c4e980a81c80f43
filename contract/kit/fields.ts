import { z } from 'zod'
import type { Column } from './columns.ts'
import { aliasOf, type AliasField, type DecodedField } from './wire.ts'

/**
 * The declaration of one field of an object. The request's body, the answer, the list's columns, the database row
 * and the console's form follow from it.
 */
export interface Field {
  /** The schema in requests; absent where the server sets the value. */
  request?: z.ZodType
  /** The path in the request's body, where it is not the field's name: `address.city`. */
  at?: string
  /** An alias in the request's body, by `aliasOf`. */
  also?: string
  /** The schema in answers; absent where the value is stored and not shown. */
  answer?: z.ZodType
  /** The column in the list; absent where the list's rows lack the field. */
  list?: Column
  /** The database column, where it has another name; false where the domain's own SQL stores or computes the value. */
  column?: string | false
  /** The stored value when the request leaves the field out, in the type of the database column. */
  empty?: unknown
  /** The kind of control in a form; absent where the form lacks the field. */
  form?: FormKind
}
export type Fields = Record<string, Field>

/**
 * The kinds of controls: the typed text or number, a checkbox, or a choice of values; an optional choice may be
 * empty.
 */
export type FormKind = 'text' | 'number' | 'amount' | 'flag' | 'choice' | 'optional choice'

type Name<F> = keyof F & string
/** The path of a field in the request's body. */
export type At<F extends Fields, K extends keyof F> = F[K] extends { at: infer Path extends string } ? Path : K & string
type Also<F extends Fields, K extends keyof F> = F[K] extends { also: infer Path extends string } ? Path : never

type ParentOf<Path> = Path extends `${infer Parent}.${string}` ? Parent : never
/** The fields by path that are in no nested object. */
export type Outside<Flat> = { [Path in keyof Flat as Path extends `${string}.${string}` ? never : Path]: Flat[Path] }
/** The fields by path of one nested object. */
export type Inside<Flat, Parent extends string> = {
  [Path in keyof Flat as Path extends `${Parent}.${infer Own}` ? Own : never]: Flat[Path]
}
/** Fields by path as nested objects. */
export type Nested<Flat> = Outside<Flat> & { [Parent in ParentOf<keyof Flat>]: Inside<Flat, Parent> }

/** Values by path (`a`, `b.c`) as nested objects: `{ a, b: { c } }`. */
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

/** The fields of an answer, for `entity`. */
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

/** The database column of a field; never where it has none. */
export type ColumnOf<F extends Fields, K extends keyof F> = F[K] extends { column: infer Column }
  ? Column extends string
    ? Column
    : never
  : K & string

/** The stored type of a field of the request. */
export type KeptValue<One> = One extends { request: infer Schema extends z.ZodType; empty: infer Empty }
  ? Exclude<DecodedField<Schema, z.output<Schema>>, undefined> | Widened<Empty>
  : One extends { request: infer Schema extends z.ZodType }
    ? DecodedField<Schema, z.output<Schema>>
    : never
/** Widens `''` to string and `0n` to bigint; `'accept'` stays a literal of its union. */
type Widened<Empty> = Empty extends ''
  ? string
  : Empty extends bigint
    ? bigint
    : Empty extends boolean
      ? boolean
      : Empty
