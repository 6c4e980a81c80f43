import { createHash } from 'node:crypto'
import type { BankVerdict } from '#contract/bank-files.ts'
import { fieldFault } from '#contract/faults.ts'
import { isCurrency } from '#contract/kit/money.ts'
import type { PaymentReport, Status } from '#server/bank-statements/statement.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lockPayouts, type PayoutRow } from '#server/payout-store/rows.ts'
import { totalsOf } from '#server/payout-store/totals.ts'
import { applyPayoutOutcome } from '#server/payouts/outcomes.ts'
import type { KnownPayout } from '#server/providers/payouts.ts'
import { emptyAnswer, note, type Answer } from './answer.ts'
import { fileByMessage, listFilePayouts, listKnown } from './queries.ts'
import { reasonOf } from './reasons.ts'

type Said = Omit<PaymentReport['payments'][number], 'groupId' | 'status'> & { status: Status }

/**
 * Applies a pain.002: payments that the bank refused are Failed, those that it has settled are paid, the others wait on. What is said of
 * a group, or of the whole file, counts for each payment of it that is not named. Throws `invalidFile` for a message that is not ours.
 */
export async function applyReport(ctx: Ctx, report: PaymentReport): Promise<Answer> {
  const file = await fileByMessage(ctx, report.messageId)
  if (!file) throw fieldFault('invalidFile', 'file', 'other_message', 'This answers a message that is no file of ours.')
  const inFile = await listFilePayouts(ctx, file.file_id)
  const refs = inFile.map(({ txn_ref }) => txn_ref)
  const payouts = new Map((await lockPayouts(ctx, refs)).map((payout) => [payout.txn_ref, payout]))
  const answer = emptyAnswer(report.format)
  const said = saidOf(report, inFile)
  const keys = new Map(said.map((one) => [one, keyOf(report.id, one)]))
  const known = await listKnown(ctx, [...keys.values()])
  for (const one of said) {
    const key = keys.get(one) as Buffer
    const payout = payouts.get(one.endToEndId)
    if (known.has(key.toString('hex'))) answer.known += 1
    else if (payout && !outcomeOf(one)) answer.pending += 1
    else {
      const { verdict, isKnown } = payout ? await apply(ctx, payout, one) : unmatched
      const told = one.amount && isCurrency(one.amount.currency) && one.amount.minor !== null ? one.amount : null
      note(ctx, answer, {
        key,
        channelKey: file.channel_key,
        verdict,
        isKnown,
        txnRef: payout?.txn_ref ?? '',
        bankRef: one.bankRef,
        minor: told ? BigInt(told.minor ?? 0) : payout ? totalsOf(payout).sentMinor : 0n,
        currency: told && isCurrency(told.currency) ? told.currency : file.currency,
        direction: 'DBIT',
        otherSide: payout?.beneficiary_name ?? '',
        text: [one.status.code, one.status.reason, one.status.text, payout ? '' : one.endToEndId]
          .filter((part) => part !== '')
          .join(' ')
          .slice(0, 500),
        bookedAt: ctx.now,
      })
    }
  }
  return answer
}

/** What is said of each payment: by itself, else of its group, else of the whole file. */
function saidOf(report: PaymentReport, inFile: readonly { txn_ref: string; group_id: string }[]): Said[] {
  const alone = report.payments.flatMap(({ status, groupId, ...payment }) => {
    const found = status ?? report.groups.find((group) => group.groupId === groupId)?.status ?? report.status
    return found ? [{ ...payment, status: found }] : []
  })
  const named = new Set(alone.map(({ endToEndId }) => endToEndId))
  const others = inFile.flatMap(({ txn_ref: endToEndId, group_id }) => {
    const status = report.groups.find(({ groupId }) => groupId === group_id)?.status ?? report.status
    return status && !named.has(endToEndId) ? [{ endToEndId, status, amount: null, bankRef: '' }] : []
  })
  return [...alone, ...others]
}

/** How a payment ended; null while it has not. */
function outcomeOf({ status: { code, reason, text }, bankRef }: Said): KnownPayout | null {
  if (code === 'ACSC' || code === 'ACCC') return { kind: 'paid', providerRef: bankRef }
  if (code !== 'RJCT' && code !== 'CANC') return null
  return { kind: 'failed', reason: reasonOf(reason), providerText: `${reason} ${text}`.trim(), providerRef: bankRef }
}

const unmatched = { verdict: 'unmatched', isKnown: false } as const
async function apply(ctx: Ctx, payout: PayoutRow, said: Said): Promise<{ verdict: BankVerdict; isKnown: boolean }> {
  const { amount } = said
  if (amount && (amount.currency !== payout.currency || amount.minor !== String(totalsOf(payout).sentMinor)))
    return { verdict: 'amount_differs', isKnown: false }
  const outcome = outcomeOf(said)
  if (!outcome) return unmatched
  const effect = await applyPayoutOutcome(ctx, payout.txn_ref, outcome, ctx.now)
  if (effect === 'contradicts') return { verdict: 'contradicts', isKnown: false }
  return { verdict: outcome.kind === 'paid' ? 'paid' : 'failed', isKnown: effect === 'ignored' }
}

const keyOf = (reportId: string, { endToEndId, status }: Said): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(['pain.002', reportId, endToEndId, status.code]))
    .digest()
