import { randomBytes } from 'node:crypto'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Book } from './book.ts'
import { type DeclineCode, type Scenario, scenarioOfName } from './cards.ts'
import { fateOf, scenarioOfCharge } from './courses.ts'
import type { Mandate } from './mandate-book.ts'
import type { Grant, PaymentRecord, TokenRecord } from './records.ts'

export interface Method {
  type: OfferedMethod
  sub_type: string
}
/** How a payment has to do with a mandate. */
export type MandateUse = { set_up: true } | { token: string; off_session: boolean }

interface Asked {
  method: Method
  token?: string | undefined
  payer_name: string
  mandate?: MandateUse | undefined
  simulated_at?: string | undefined
}

/** By what a payment is paid, or a mandate charged. */
export interface Means {
  method: Method
  scenario: Scenario
  isCard: boolean
  /** Absent where there is no card, and where the token is not good. */
  card: PaymentRecord['card']
  /** When its card is good no more. */
  goodUntil: string | undefined
  /** Nobody is there to act. */
  offSession: boolean
  /** Why it is no good. */
  refusal: DeclineCode | undefined
  /** The mandate that it is charged by. */
  of: string | undefined
}

/** What is given with the request: a card's token, a mandate's, or nothing where the payer acts elsewhere. */
export function meansOf(book: Book, request: Asked, now: Date): Means {
  const { method, token, mandate: use } = request
  if (use && 'token' in use) return byMandate(book.mandates.ofToken(use.token), request, { ...use, now })
  const isCard = takesCard(method)
  const card = token === undefined ? undefined : book.token(token, now)
  return {
    method,
    scenario: isCard ? (card?.scenario ?? 'success') : scenarioOfName(request.payer_name),
    isCard,
    card: card && { brand: card.brand, masked: card.masked },
    goodUntil: card && goodUntilOf(card, momentOf(request, now)),
    offSession: false,
    refusal: isCard && !card ? 'token_invalid' : undefined,
    of: undefined,
  }
}

function byMandate(
  mandate: Mandate | undefined,
  request: Asked,
  { off_session: offSession, now }: { off_session: boolean; now: Date },
): Means {
  const { method = request.method, scenario = 'success' } = mandate?.record ?? {}
  const { brand, masked = '', good_until: goodUntil } = mandate?.grant ?? {}
  const isOver = goodUntil !== undefined && new Date(goodUntil) <= momentOf(request, now)
  return {
    method,
    scenario: scenarioOfCharge(scenario, { number: (mandate?.charges ?? 0) + 1, offSession }),
    isCard: takesCard(method),
    card: brand && { brand, masked },
    goodUntil,
    offSession,
    refusal: refusalOf(mandate) ?? (isOver ? 'expired_card' : undefined),
    of: mandate?.record.key,
  }
}

function refusalOf(mandate: Mandate | undefined): DeclineCode | undefined {
  if (mandate?.status === 'active') return undefined
  return mandate?.status === 'revoked' ? 'mandate_revoked' : 'mandate_invalid'
}

/** When something is asked for: by the caller's test clock where it has one. */
export const momentOf = ({ simulated_at: at }: { simulated_at?: string | undefined }, now: Date): Date =>
  at === undefined ? now : new Date(at)

const takesCard = ({ type, sub_type }: Method): boolean =>
  type === 'INSTALLMENT' || type === 'SUBSCRIPTION_CARD' || (type === 'CARD' && sub_type !== 'ATM_CARD')

/** The bank takes days after its payer's word. */
export const takesDays = ({ type }: Method): boolean => type === 'SUBSCRIPTION_DIRECT_DEBIT'

const goodUntilOf = (card: TokenRecord, moment: Date): string | undefined =>
  fateOf(card.scenario) === 'expires'
    ? new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 2, 1, 12)).toISOString()
    : card.good_until

/** What a mandate by these means is charged by. `ref` is the simulator's own reference of it. */
export const newGrant = ({ card, goodUntil }: Means, ref: string): Grant => ({
  token: newToken(),
  masked: card?.masked ?? `Simulator Bank ••••${ref.slice(-4)}`,
  ...(card && { brand: card.brand }),
  ...(card && goodUntil && { good_until: goodUntil }),
})

/** The card that a bank sends in place of another: of the same brand, good for three years more. */
export const replacing = ({ masked, good_until, ...grant }: Grant): Grant => ({
  ...grant,
  token: newToken(),
  masked: masked.slice(0, -4) + String((Number(masked.slice(-4)) + 7) % 10_000).padStart(4, '0'),
  ...(good_until && { good_until: threeYearsAfter(new Date(good_until)).toISOString() }),
})
const threeYearsAfter = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear() + 3, time.getUTCMonth(), 1, 12))
const newToken = (): string => `mdt_${randomBytes(24).toString('base64url')}`

export const newPage = (): string => randomBytes(18).toString('base64url')
export const newRef = (): string => `sim_${randomBytes(12).toString('hex')}`
