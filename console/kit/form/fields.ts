import type { z } from 'zod'
import { nested, valueAt, type At, type Fields, type FormKind, type Nested } from '#contract/kit/fields.ts'
import { currencies, isCurrency } from '#contract/kit/money.ts'
import { amountNumber } from './amount-input.tsx'

type HeldValue<One> = One extends { form: 'flag' }
  ? boolean
  : One extends { form: 'choice'; request: infer Schema extends z.ZodType }
    ? Exclude<z.input<Schema>, undefined>
    : One extends { form: 'optional choice' }
      ? string | null
      : string
type HeldByPath<F extends Fields> = {
  [K in keyof F & string as F[K] extends { form: FormKind } ? At<F, K> : never]: HeldValue<F[K]>
}
/** The values of a form of these fields, nested like the request's body. */
export type FormValues<F extends Fields> = { [K in keyof Nested<HeldByPath<F>>]: Nested<HeldByPath<F>>[K] }

/** An empty form: a choice has the value that the server stores when the request leaves the field out. */
export const emptyForm = <F extends Fields>(fields: F): FormValues<F> =>
  formOf(fields, (_name, kind, empty) =>
    kind === 'flag' ? false : kind === 'choice' ? empty : kind === 'optional choice' ? null : '',
  )

/** The form filled from an answer. A field that the answer lacks is as in an empty form. */
export const formLike = <F extends Fields>(fields: F, answer: object): FormValues<F> =>
  formOf(fields, (name, kind, empty) => {
    const value = valueAt(answer, name)
    if (kind === 'flag') return value === true
    if (kind === 'choice') return value ?? empty
    if (kind === 'optional choice') return value || null
    if (kind === 'number' || kind === 'amount')
      return numberText(value, kind === 'amount' ? decimalsIn(answer) : undefined)
    return value ?? ''
  })
/** Zero and null are both an empty text in a form. An amount has all decimals of its currency. */
const numberText = (value: unknown, decimals: number | undefined) =>
  typeof value !== 'number' || value === 0 ? '' : decimals === undefined ? String(value) : value.toFixed(decimals)
function decimalsIn(answer: object): number | undefined {
  const currency = valueAt(answer, 'currency')
  return typeof currency === 'string' && isCurrency(currency) ? currencies[currency] : undefined
}

function formOf<F extends Fields>(
  fields: F,
  held: (name: string, kind: FormKind, empty: unknown) => unknown,
): FormValues<F> {
  const { outside, inside } = nested(
    Object.entries(fields).flatMap(([name, { at = name, form, empty }]) =>
      form ? [[at, held(name, form, empty)] as const] : [],
    ),
  )
  return { ...outside, ...inside } as FormValues<F>
}

/** The request's body of a form. An empty field is an empty text or undefined. */
export function formBody<F extends Fields>(fields: F, values: FormValues<F>): Record<string, unknown> {
  const { outside, inside } = nested(
    Object.entries(fields).flatMap(([name, { at = name, form }]) =>
      form ? [[at, bodyValue(form, valueAt(values, at))] as const] : [],
    ),
  )
  return { ...outside, ...inside }
}
const bodyValue = (kind: FormKind, value: unknown) =>
  kind === 'number' || kind === 'amount'
    ? amountNumber(String(value))
    : kind === 'optional choice'
      ? (value ?? undefined)
      : value

/** The form's field for a path of the body; an alias leads to the field itself. */
export const formPath = (fields: Fields, path: string): string => {
  const found = Object.entries(fields).find(([, { also }]) => also === path)
  return found ? (found[1].at ?? found[0]) : path
}
