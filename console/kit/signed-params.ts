import type { CallSpec } from '#contract/kit/call.ts'
import { isCurrency, majorText, toMinor } from '#contract/kit/money.ts'
import { unwrap } from '#contract/kit/wire.ts'
import type { z } from 'zod'

/**
 * What a call's signature covers, by the names that the call's `signed` gives them: amounts as their shortest decimal
 * text, absent values as the empty text. Throws RangeError for an amount that is none in its currency.
 */
export function signedParams(call: CallSpec, body: Record<string, unknown>): Record<string, string> {
  const shape = (call.body as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
  return Object.fromEntries(
    Object.entries(call.signed ?? {}).map(([field, name]) => {
      const currencyField = shape[field] && (unwrap(shape[field]).meta()?.['money'] as string | undefined)
      const value = body[field]
      return [name, currencyField ? amountParam(value, body[currencyField]) : textOf(value)]
    }),
  )
}

/** Trimmed, as the server's schemas read every text. */
const textOf = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

function amountParam(amount: unknown, currency: unknown): string {
  if (amount === undefined || amount === null) return ''
  const minor = isCurrency(currency) ? toMinor(Number(amount), currency) : 'not_a_number'
  if (!isCurrency(currency) || typeof minor === 'string') throw new RangeError(`cannot sign the amount: ${minor}`)
  return majorText(minor, currency)
}
