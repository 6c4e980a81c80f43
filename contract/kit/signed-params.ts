import type { z } from 'zod'
import type { CallSpec } from './call.ts'
import { isCurrency, majorText, toMinor } from './money.ts'
import { refKindOf } from './refs.ts'
import { unwrap } from './wire.ts'

/** The body field of a signed call's signature. */
export const signatureField = (call: CallSpec): string => call.signedIn ?? 'signature_hash'

/**
 * The parameters of a call's signature, by the names in the call's `signed`: amounts as their shortest decimal text,
 * absent values as the empty text, an absent merchant as `ownKey`. Console and server use the same function, so
 * `body` is in its JSON form or decoded. Throws RangeError for an invalid amount of its currency.
 */
export function signedParams(
  call: CallSpec,
  body: Readonly<Record<string, unknown>>,
  ownKey = '',
): Record<string, string> {
  const shape = shapeOf(call)
  return Object.fromEntries(
    signedFields(call, body).map(([field, name]) => {
      const schema = shape[field]
      const currencyField = schema && (unwrap(schema).meta()?.['money'] as string | undefined)
      const value = body[field]
      if (currencyField) return [name, amountParam(value, body[currencyField])]
      return [name, schema && refKindOf(schema) === 'merchant' ? textOf(value) || ownKey : textOf(value)]
    }),
  )
}

/** The signed fields of this body, with their names in the signature. */
function signedFields(call: CallSpec, body: Readonly<Record<string, unknown>>): [field: string, name: string][] {
  const { signed = {}, signedLess: less } = call
  const without = less && body[less.field] === less.is ? less.without : []
  return Object.entries(signed).filter(([field]) => !without.includes(field))
}

/** Whether a request with this body has to be signed. */
export const needsSignature = (call: CallSpec, body: Readonly<Record<string, unknown>>): boolean =>
  call.signed !== undefined && (call.signedWhen === undefined || body[call.signedWhen] !== undefined)

/** Throws when the body lacks a field of `signed`, or when its signature is optional and nothing says when it is needed. */
export function checkSigned(call: CallSpec): void {
  const shape = shapeOf(call)
  const named = [
    ...Object.keys(call.signed ?? {}),
    ...(call.signedWhen ? [call.signedWhen] : []),
    ...(call.signedLess ? [call.signedLess.field, ...call.signedLess.without] : []),
  ]
  const missing = named.filter((field) => !shape[field])
  if (missing.length > 0) throw new Error(`${call.at} signs fields that its body lacks: ${missing.join(', ')}`)
  const signature = shape[signatureField(call)]
  if (!signature || signature.safeParse(undefined).success !== (call.signedWhen !== undefined))
    throw new Error(`${call.at} is signed, and its ${signatureField(call)} may be left out`)
}

const shapeOf = (call: CallSpec) => (call.body as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}

/** The trimmed text, as the server's schemas decode it. */
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

function amountParam(amount: unknown, currency: unknown): string {
  if (amount === undefined || amount === null) return ''
  if (!isCurrency(currency)) throw new RangeError('cannot sign an amount of no currency')
  const minor = typeof amount === 'bigint' ? amount : toMinor(Number(amount), currency)
  if (typeof minor === 'string') throw new RangeError(`cannot sign the amount: ${minor}`)
  return majorText(minor, currency)
}
