import { z } from 'zod'
import { isCurrency, toMinor } from '#contract/kit/money.ts'
import type { PayoutOutcome } from '../payouts.ts'
import type { Ask, Reply } from './http.ts'
import { payoutReason } from './payout-codes.ts'

/** How the payout with a reference of ours stands; `absent` where Xendit has none. */
export async function payoutByReference(ask: Ask, key: string, signal: AbortSignal): Promise<PayoutOutcome> {
  const reply = await ask({ path: `/v2/payouts?reference_id=${encodeURIComponent(key)}` }, signal)
  if (reply.kind !== 'answer') return { kind: 'unknown', why: reply.why }
  if (reply.status !== 200) return { kind: 'unknown', why: `answered ${reply.status} ${reply.code}` }
  const list = Payouts.safeParse(reply.json)
  if (!list.success) return unreadable
  const mine = list.data.data.filter(({ reference_id }) => reference_id === key)
  const found = standing.map((statuses) => mine.find(({ status }) => statuses.test(status))).find(Boolean)
  return found ? outcomeOf(found) : { kind: 'absent' }
}
/** Of several with one reference, the one that paid, else one that still may. */
const standing = [/^(SUCCEEDED|REVERSED)$/, /^(ACCEPTED|REQUESTED|PENDING_COMPLIANCE_ASSESSMENT)$/, /./]

/** The outcome in the answer to the request for a payout. */
export function outcomeIn(reply: Reply & { kind: 'answer' }, key: string): PayoutOutcome {
  const given = Payout.safeParse(reply.json)
  return given.success && given.data.reference_id === key ? outcomeOf(given.data) : unreadable
}

function outcomeOf({ id: providerRef, status, amount, currency, failure_code }: Payout): PayoutOutcome {
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
