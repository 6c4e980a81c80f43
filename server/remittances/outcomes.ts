import { recordedAmount, type Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { postPaid, postReturned, postUnsent } from '#server/ledger/remittance-postings.ts'
import type { KnownRemittance } from '#server/providers/remittances.ts'
import { markRemitted } from './items.ts'
import { changeRemittance, moveRemittance, passRemittance } from './move.ts'
import { tell, tellContradicted, tellOtherAmount, tellReturned } from './notices.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import { quoteRemittanceJob } from './send-job.ts'
import { sendingOf } from './sending.ts'
import { termsOfVersion } from './terms.ts'

/** What a word of the provider did. One that contradicts an end, or says another amount than ours, changes no money. */
export type Effect = 'applied' | 'ignored' | 'contradicts'

/**
 * Applies a provider's word about one attempt, in the caller's transaction. A word that is repeated, late, out of order or about an earlier
 * attempt changes nothing.
 * @param at when the money moved, by the provider's clock.
 */
export async function applyRemittanceOutcome(
  ctx: Ctx,
  settlementRef: string,
  attempt: number,
  outcome: KnownRemittance,
  at: Date,
): Promise<Effect> {
  const row = await lockRemittance(ctx, settlementRef)
  if (!row || attempt !== row.attempts) return 'ignored'
  switch (row.status) {
    case 'Processing':
      return applyFirst(ctx, row, outcome, at)
    case 'Remitted':
      if (outcome.kind === 'returned') return applyReturn(ctx, row, outcome)
      return outcome.kind === 'failed' ? contradicted(ctx, row, outcome) : 'ignored'
    case 'Failed':
    case 'Calculated':
    case 'On Hold':
      return outcome.kind === 'paid' || outcome.kind === 'returned' ? contradicted(ctx, row, outcome) : 'ignored'
    default:
      return 'ignored'
  }
}

async function applyFirst(ctx: Ctx, row: RemittanceRow, outcome: KnownRemittance, at: Date): Promise<Effect> {
  const sending = sendingOf(row)
  if (outcome.kind !== 'failed' && outcome.amountMinor !== sending.destinationMinor)
    return otherAmount(ctx, row, outcome.amountMinor)
  const provider_ref = outcome.providerRef || row.provider_ref
  switch (outcome.kind) {
    case 'pending':
      if (row.provider_ref === provider_ref) return 'ignored'
      await changeRemittance(ctx, row, { provider_ref })
      return 'applied'
    case 'paid':
      await tell(ctx, 'remittance_paid', await succeed(ctx, row, provider_ref, at))
      return 'applied'
    case 'failed':
      if (row.returned_dc === null) postUnsent(ctx, sending)
      await moveRemittance(ctx, row, 'fail', {
        provider_ref, quote_ref: '', quote_expires_at: null, fail_reason: outcome.reason, provider_text: outcome.providerText.slice(0, 300),
        ...(row.returned_dc === null && unchanged),
      }, { reason: outcome.reason }) // prettier-ignore
      await tell(ctx, 'remittance_failed', row)
      return 'applied'
    case 'returned':
      return applyReturn(ctx, await succeed(ctx, row, provider_ref, at), outcome)
  }
}
const unchanged = { applied_forex_rate: null, net_amount_transferred_dc: null, forex_cost_dc: null } as const

async function succeed(ctx: Ctx, row: RemittanceRow, providerRef: string, at: Date): Promise<RemittanceRow> {
  const { channel_key: channelKey } = await termsOfVersion(ctx, row.terms_version)
  postPaid(ctx, { ...sendingOf(row), channelKey })
  await markRemitted(ctx, row.settlement_ref)
  return moveRemittance(ctx, row, 'succeed', { provider_ref: providerRef, remitted_at: at })
}

async function applyReturn(
  ctx: Ctx,
  row: RemittanceRow,
  outcome: KnownRemittance & { kind: 'returned' },
): Promise<Effect> {
  const sending = sendingOf(row)
  if (outcome.returnedMinor > sending.destinationMinor || outcome.returnedMinor <= 0n)
    return contradicted(ctx, row, outcome)
  const { channel_key: channelKey } = await termsOfVersion(ctx, row.terms_version)
  postReturned(ctx, { ...sending, channelKey, returnedMinor: outcome.returnedMinor })
  await moveRemittance(ctx, row, 'return', {
    returned_dc: outcome.returnedMinor, kept_by_banks_dc: row.kept_by_banks_dc + sending.destinationMinor - outcome.returnedMinor, remitted_at: null,
    quote_ref: '', quote_expires_at: null, fail_reason: outcome.reason, provider_text: outcome.providerText.slice(0, 300),
  }, { amount: recordedAmount(outcome.returnedMinor, sending.destination), reason: outcome.reason }) // prettier-ignore
  await tellReturned(ctx, row, outcome.returnedMinor)
  return 'applied'
}

/**
 * The provider has refused the quote as run out and taken nothing: the change of money is taken back, and a rate asked for anew. It is the
 * same attempt under the same key.
 */
export async function askRateAnew(ctx: Ctx, settlementRef: string, attempt: number): Promise<void> {
  const row = await lockRemittance(ctx, settlementRef)
  if (row?.status !== 'Processing' || row.attempts !== attempt) return
  if (row.returned_dc === null) postUnsent(ctx, sendingOf(row))
  const failed = await passRemittance(
    ctx,
    row,
    'fail',
    { quote_ref: '', quote_expires_at: null, ...(row.returned_dc === null && unchanged) },
    { reason: 'quote' },
  )
  await moveRemittance(ctx, failed, 'retry', { attempts: row.attempts - 1 })
  ctx.enqueue(quoteRemittanceJob, { settlementRef })
}

/** The provider says another amount than it was told: nothing is adjusted, and people are told. */
async function otherAmount(ctx: Ctx, row: RemittanceRow, amountMinor: bigint): Promise<Effect> {
  if (row.holds.includes('other_amount')) return 'ignored'
  const told = recordedAmount(amountMinor, row.destination_currency as Currency)
  await changeRemittance(ctx, row, { holds: ['other_amount'], provider_text: told })
  ctx.services.log.error(
    { settlement_ref: row.settlement_ref, told },
    'a provider says another amount than it was told to send',
  )
  await tellOtherAmount(ctx, row, amountMinor)
  return 'contradicts'
}

async function contradicted(ctx: Ctx, row: RemittanceRow, outcome: KnownRemittance): Promise<Effect> {
  const evidence = `${row.status}; then ${outcome.kind}`
  ctx.services.log.error(
    { settlement_ref: row.settlement_ref, evidence },
    'a provider contradicted the end of a remittance',
  )
  await changeRemittance(ctx, row, { provider_text: evidence })
  await tellContradicted(ctx, row, evidence)
  return 'contradicts'
}
