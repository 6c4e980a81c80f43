import { z } from 'zod'
import { plainText } from './money.ts'

/**
 * Exact decimals for quantities, rates and percentages, which are no money: a number of JSON of at most 15 significant digits and
 * 6 decimals, and an integer of millionths in code.
 */
export type Millionths = bigint

export const million = 1_000_000n

/** The millionths of a number that is not negative; the reason where it is none or not exact. */
export function toMillionths(
  value: number,
): Millionths | 'not_a_number' | 'negative' | 'too_many_decimals' | 'too_large' {
  if (!Number.isFinite(value)) return 'not_a_number'
  if (value < 0 || Object.is(value, -0)) return 'negative'
  const [whole = '0', fraction = ''] = plainText(value).split('.')
  if (fraction.length > 6) return 'too_many_decimals'
  if ((whole + fraction).replace(/^0+/, '').length > 15) return 'too_large'
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** The shortest decimal text: 1_500_000n → '1.5'. */
export function millionthsText(value: Millionths): string {
  const digits = value.toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return `${digits.slice(0, -6)}${fraction ? `.${fraction}` : ''}`
}

/** An exact decimal of a request or an answer; bounds are inclusive. */
export const decimal = ({ min = 0, max = 1e9 }: { min?: number; max?: number } = {}) =>
  z
    .number({ error: 'not_a_number' })
    .min(min, { error: 'too_small' })
    .max(max, { error: 'too_big' })
    .refine((value) => typeof toMillionths(value) === 'bigint', { error: 'too_many_decimals' })
