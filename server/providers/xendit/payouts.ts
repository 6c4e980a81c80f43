import { xendit } from '#contract/channel-catalogue/xendit.ts'
import { toMinor } from '#contract/kit/money.ts'
import type { PayoutDecline } from '#contract/payout-declines.ts'
import { bankOn, railAmong } from '#contract/payout-rails.ts'
import type { PayoutOutcome, PayoutRequest, Payouts } from '../payouts.ts'
import { amountOf } from './amounts.ts'
import { faultOfError } from './codes.ts'
import type { Ask, Reply } from './http.ts'
import { Balance, outcomeIn, payoutByReference } from './payout-answers.ts'
import { payoutReason } from './payout-codes.ts'

interface PayoutParts {
  ask: Ask
  now: () => Date
  /** How long a request that nothing came of may still be under way. */
  underWayMs: number
  report: (code: string) => void
  warn: (facts: Record<string, unknown>, text: string) => void
}

/**
 * Xendit's payouts. They leave from the account's one balance in their currency. How long Xendit keeps idempotency keys is not
 * published, so a payout of which nothing is known is looked up by our reference before it is sent again.
 */
export function xenditPayouts({ ask, now, underWayMs, report, warn }: PayoutParts): Payouts {
  /** What Xendit's refusal of a payout means. Only what it has certainly not taken is failed. */
  function refused({ status, code, message }: Reply & { kind: 'answer' }): PayoutOutcome {
    const providerText = message || code || `answered ${status}`
    const reason = status === 400 ? payoutReason(code) : undefined
    if (reason) return notTaken(reason, providerText)
    const fault = faultOfError(status, code, report)
    if (fault.side === 'provider') return { kind: 'unavailable', providerText }
    if (fault.side === 'unsure' || status !== 400) return { kind: 'unknown', why: `answered ${status} ${code}` }
    if (fault.side === 'ours')
      warn({ provider: 'xendit', code, message }, 'the provider did not understand a request of ours')
    return notTaken('OTHER', providerText)
  }

  return {
    async pay(request, signal) {
      const { key } = request
      const channelCode = channelCodeOf(request)
      if (!channelCode) return notTaken('UNSUPPORTED_BANK', 'Xendit does not pay to this bank.')
      const amount = amountOf(request.amountMinor, request.currency)
      if (amount === null) return notTaken('OTHER', 'Xendit does not take this amount.')
      const body = {
        reference_id: key,
        channel_code: channelCode,
        channel_properties: { account_number: request.to.number, account_holder_name: request.to.holder },
        amount,
        currency: request.currency,
        description: (request.remarks || key).slice(0, longestDescription),
      }
      const reply = await ask({ method: 'POST', path: '/v2/payouts', body, idempotencyKey: key }, signal)
      if (reply.kind === 'unsent') return { kind: 'unavailable', providerText: reply.why }
      if (reply.kind === 'lost') return { kind: 'unknown', why: reply.why }
      return reply.status === 200 || reply.status === 201 ? outcomeIn(reply, { key, of: request }) : refused(reply)
    },

    async status({ key, firstAskedAt, amountMinor, currency }, signal) {
      const outcome = await payoutByReference(ask, { key, of: { amountMinor, currency } }, signal)
      if (outcome.kind !== 'absent' || now().getTime() - firstAskedAt.getTime() > underWayMs) return outcome
      return { kind: 'unknown', why: 'not there, but the request may still be under way' }
    },

    async balanceOf({ currency }, signal) {
      const reply = await ask({ path: `/balance?account_type=CASH&currency=${currency}` }, signal)
      if (reply.kind !== 'answer') return { kind: 'silent', why: reply.why }
      const known = Balance.safeParse(reply.status === 200 ? reply.json : null)
      const balanceMinor = known.success ? toMinor(known.data.balance, currency) : null
      return typeof balanceMinor === 'bigint'
        ? { kind: 'known', balanceMinor }
        : { kind: 'silent', why: `answered ${reply.status} ${reply.code}`.trim() }
    },
  }
}

const notTaken = (reason: PayoutDecline, providerText: string): PayoutOutcome => ({
  kind: 'failed',
  providerRef: '',
  reason,
  providerText,
})

/** What Xendit calls the bank of an account; empty for one that it does not pay to. */
function channelCodeOf({ to, currency }: PayoutRequest): string {
  const rail = railAmong(xendit.payouts?.rails ?? [], to, currency)
  return (rail && bankOn(rail, to)) ?? ''
}

/** Banks print it on statements. */
const longestDescription = 100
