import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Brand, brandOf, maskCard, passesLuhn, testCardOf } from './cards.ts'
import type { TokenRecord } from './records.ts'

/** What the shopper's browser sends. The number lives in this object only: it is neither stored, logged nor echoed. */
export const CardForm = z.strictObject({
  publishable_key: z.string().max(200),
  number: z.string().max(40),
  exp_month: z.coerce.number(),
  exp_year: z.coerce.number(),
  cvc: z.string().max(10),
  holder: z.string().max(200),
})
export type CardForm = z.infer<typeof CardForm>

export interface CardProblem {
  code: string
  field: keyof CardForm
  message: string
}

const tokenMinutes = 15

/** A token for the card, good once and for 15 minutes, or the first problem of the form, from its top down. */
export function tokenFor(form: CardForm, now: Date): TokenRecord | CardProblem {
  const number = form.number.replaceAll(/[\s-]/g, '')
  const problem =
    numberProblem(number) ?? expiryProblem(form, now) ?? cvcProblem(form.cvc, brandOf(number)) ?? holderProblem(form)
  const card = testCardOf(number)
  if (problem) return problem
  if (!card) {
    return { code: 'number_not_a_test_card', field: 'number', message: 'Only the test cards are accepted here.' }
  }
  return {
    type: 'token',
    at: now.toISOString(),
    token: `tok_${randomBytes(24).toString('base64url')}`,
    brand: card.brand,
    masked: maskCard(number),
    scenario: card.scenario,
    expires_at: new Date(now.getTime() + tokenMinutes * 60_000).toISOString(),
    good_until: goodUntil(form).toISOString(),
  }
}

export const isProblem = (outcome: TokenRecord | CardProblem): outcome is CardProblem => 'code' in outcome

function numberProblem(number: string): CardProblem | undefined {
  if (!number) return { code: 'number_missing', field: 'number', message: 'Enter the card number.' }
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return { code: 'number_invalid', field: 'number', message: 'The card number is not valid.' }
  }
  if (brandOf(number)) return undefined
  return { code: 'brand_unsupported', field: 'number', message: 'Cards of this brand are not accepted.' }
}

function expiryProblem({ exp_month, exp_year }: CardForm, now: Date): CardProblem | undefined {
  if (!Number.isInteger(exp_month) || exp_month < 1 || exp_month > 12) {
    return { code: 'month_invalid', field: 'exp_month', message: 'The expiry month is not valid.' }
  }
  const year = fullYear(exp_year)
  if (!Number.isInteger(year) || exp_year < 0 || year > now.getUTCFullYear() + 30) {
    return { code: 'year_invalid', field: 'exp_year', message: 'The expiry year is not valid.' }
  }
  if (goodUntil({ exp_month, exp_year }) > now) return undefined
  return { code: 'card_expired', field: 'exp_year', message: 'The card has expired.' }
}

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)
/** A card is good to the end of its month, everywhere on earth: the last zone reaches it 12 hours after UTC. */
const goodUntil = ({ exp_month, exp_year }: Pick<CardForm, 'exp_month' | 'exp_year'>): Date =>
  new Date(Date.UTC(fullYear(exp_year), exp_month, 1, 12))

function cvcProblem(cvc: string, brand: Brand | undefined): CardProblem | undefined {
  const length = brand === 'amex' ? 4 : 3
  if (/^\d+$/.test(cvc) && cvc.length === length) return undefined
  return { code: 'cvc_invalid', field: 'cvc', message: `The security code has ${length} digits.` }
}

function holderProblem({ holder }: CardForm): CardProblem | undefined {
  if (holder.trim()) return undefined
  return { code: 'holder_missing', field: 'holder', message: 'Enter the name on the card.' }
}
