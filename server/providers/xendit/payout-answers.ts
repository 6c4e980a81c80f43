import { z } from 'zod'
import { type Currency, isCurrency, toMinor } from '#contract/kit/money.ts'
import type { PayoutOutcome } from '../payouts.ts'
import { isAmount } from './amounts.ts'
import type { Ask, Reply } from './http.ts'
import { payoutReason } from './payout-codes.ts'

interface Asked {
  key: string
  /** What it was asked to pay, where that is known. */
  of?: { amountMinor: bigint; currency: Currency }
}

/** How the payout with a reference of ours stands; `absent` where Xendit has none. */
export async function payoutByReference(ask: Ask, asked: Asked, signal: AbortSignal): Promise<PayoutOutcome> {
  const reply = await ask({ path: `/v2/payouts?reference_id=${encodeURIComponent(asked.key)}` }, signal)
  if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why }
  if (reply.status !== 200) return { kind: 'unknown', why: `answered ${reply.status} ${reply.code}` }
  const list = Payouts.safeParse(reply.json)
  if (!list.success) return unreadable
  const mine = list.data.data.filter(({ reference_id }) => reference_id === asked.key)
  const found = standing.map((statuses) => mine.find(({ status }) => statuses.test(status))).find(Boolean)
  return found ? outcomeOf(found, asked) : { kind: 'absent' }
}
/** Of several with one reference, the one that paid, else one that still may. */
const standing = [/^(SUCCEEDED|REVERSED)$/, /^(ACCEPTED|REQUESTED|PENDING_COMPLIANCE_ASSESSMENT)$/, /./]

/** The outcome in the answer to the request for a payout. */
export function outcomeIn(reply: Reply & { kind: 'answer' }, asked: Asked): PayoutOutcome {
  const given = Payout.safeParse(reply.json)
  return given.success && given.data.reference_id === asked.key ? outcomeOf(given.data, asked) : unreadable
}

function outcomeOf(given: Payout, { of }: Asked): PayoutOutcome {
  if (of && !isAmount(given, of)) return { kind: 'unknown', why: 'it is of another amount or currency than was asked' }
  const { id: providerRef, status, amount, currency, failure_code } = given
  const code = failure_code ?? ''
  switch (status) {
    case 'ACCEPTED':
    case 'REQUESTED':
    case 'PENDING_COMPLIANCE_ASSESSMENT':
      return { kind: 'pending', providerRef }
    case 'SUCCEEDED':
      return { kind: 'paid', providerRef }
    case 'FAILED':
      return { kind: 'failed', providerRef, reason: payoutReason(code) ?? 'OTHER', providerText: code }
    case 'COMPLIANCE_REJECTED':
      return { kind: 'failed', providerRef, reason: 'COMPLIANCE', providerText: code || status }
    case 'CANCELLED':
      return { kind: 'failed', providerRef, reason: 'OTHER', providerText: code || status }
    case 'REVERSED': {
      const returnedMinor = isCurrency(currency) ? toMinor(amount, currency) : null
      if (typeof returnedMinor !== 'bigint') return unreadable
      const reason = payoutReason(code) ?? 'OTHER'
      return { kind: 'returned', providerRef, returnedMinor, reason, providerText: code || status }
    }
    default:
      return { kind: 'unknown', why: `the payout is ${status}` }
  }
}

const unreadable: PayoutOutcome = { kind: 'unknown', why: 'the answer is not of the form that was expected' }

/** Open objects: a provider may add fields. */
const Payout = z.object({
  id: z.string().min(1),
  reference_id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  failure_code: z.string().nullish(),
})
type Payout = z.infer<typeof Payout>
const Payouts = z.object({ data: z.array(Payout) })
export const Balance = z.object({ balance: z.number() })
