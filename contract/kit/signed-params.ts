import type { z } from 'zod'
import type { CallSpec } from './call.ts'
import { isCurrency, majorText, toMinor } from './money.ts'
import { refKindOf } from './refs.ts'
import { unwrap } from './wire.ts'

/** The body field that the signature of a signed call travels in. */
export const signatureField = (call: CallSpec): string => call.signedIn ?? 'signature_hash'

/**
 * What a call's signature covers, by the names that the call's `signed` gives them: amounts as their shortest decimal
 * text, absent values as the empty text, an absent merchant as `ownKey`. One function for who signs and who verifies:
 * the body is as it travels or as the server has decoded it. Throws RangeError for an amount that is none in its
 * currency.
 */
export function signedParams(
  call: CallSpec,
  body: Readonly<Record<string, unknown>>,
  ownKey = '',
): Record<string, string> {
  const shape = shapeOf(call)
  return Object.fromEntries(
    Object.entries(call.signed ?? {}).map(([field, name]) => {
      const schema = shape[field]
      const currencyField = schema && (unwrap(schema).meta()?.['money'] as string | undefined)
      const value = body[field]
      if (currencyField) return [name, amountParam(value, body[currencyField])]
      return [name, schema && refKindOf(schema) === 'merchant' ? textOf(value) || ownKey : textOf(value)]
    }),
  )
}

/** Throws where `signed` and the body do not fit: a field that is not there, or a signature that may be left out. */
export function checkSigned(call: CallSpec): void {
  const shape = shapeOf(call)
  const missing = Object.keys(call.signed ?? {}).filter((field) => !shape[field])
  if (missing.length > 0) throw new Error(`${call.at} signs fields that its body lacks: ${missing.join(', ')}`)
  const signature = shape[signatureField(call)]
  if (!signature || signature.safeParse(undefined).success)
    throw new Error(`${call.at} is signed, and its ${signatureField(call)} may be left out`)
}

const shapeOf = (call: CallSpec) => (call.body as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}

/** Trimmed, as the server's schemas read every text. */
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

function amountParam(amount: unknown, currency: unknown): string {
  if (amount === undefined || amount === null) return ''
  if (!isCurrency(currency)) throw new RangeError('cannot sign an amount of no currency')
  const minor = typeof amount === 'bigint' ? amount : toMinor(Number(amount), currency)
  if (typeof minor === 'string') throw new RangeError(`cannot sign the amount: ${minor}`)
  return majorText(minor, currency)
}
