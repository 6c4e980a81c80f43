import { appliedRate, rateOf, rateText } from '#contract/exchange-rates.ts'
import { Fault } from '#contract/faults.ts'
import { dayAfter, dayAt } from '#contract/kit/zoned-day.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { remittanceHolds, type RemittanceHold } from '#contract/remittance-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { cutRemittance } from './cut-job.ts'
import { crossBorderOf } from './merchant.ts'
import { endHolds } from './end-holds.ts'
import { changeRemittance, moveRemittance } from './move.ts'
import { lockRemittance, type RemittanceRow } from './rows.ts'
import { quoteRemittanceJob } from './send-job.ts'
import { termsOfVersion } from './terms.ts'

/** Agrees to a rate that has fallen since the cut. Throws `notFound`, and `wrongState` when it is not held for that, or another rate was shown. */
export async function acceptRate(ctx: Ctx, settlementRef: string, shown: string): Promise<void> {
  const row = await existing(ctx, settlementRef)
  const [asked, known] = [
    rateOf(shown),
    row.reference_forex_rate === null ? null : rateOf(String(row.reference_forex_rate)),
  ]
  if (row.status !== 'On Hold' || !row.holds.includes('rate_moved') || known === null)
    throw new Fault('wrongState', { why: `it is ${row.status}` })
  if (asked !== known) throw new Fault('wrongState', { why: 'another rate was shown' })
  const { markup_percent: markup } = await termsOfVersion(ctx, row.terms_version)
  const after = await endHolds(ctx, row, ['rate_moved'], {
    rate_accepted: rateText(appliedRate(known, String(markup))),
    rate_accepted_by: ctx.actor.name,
  })
  ctx.auditSubject(settlementRef, changesFrom({ status: row.status }, { status: after.status, rate: rateText(known) }))
}

/**
 * Lets a settlement go that only the operator lets go, such as after a finding. What else holds it is found anew before it is sent, but for a
 * document that a bank asks for. Throws `notFound` and `wrongState`.
 */
export async function letGo(ctx: Ctx, settlementRef: string): Promise<void> {
  const row = await existing(ctx, settlementRef)
  if (row.status !== 'On Hold' || row.holds.every((one) => remittanceHolds[one as RemittanceHold] !== 'operator'))
    throw new Fault('wrongState', { why: `it is ${row.status}` })
  const others = (row.holds as RemittanceHold[]).filter((one) => one !== 'document_missing')
  await endHolds(ctx, row, others, { held_until: null })
}

/** Sends a settlement again that has failed or come back. Throws `notFound` and `wrongState`. */
export async function retry(ctx: Ctx, settlementRef: string): Promise<void> {
  const row = await existing(ctx, settlementRef)
  if (row.status !== 'Failed' && row.status !== 'Returned')
    throw new Fault('wrongState', { why: `it is ${row.status}` })
  await moveRemittance(ctx, row, 'retry', { send_at: ctx.now, quote_ref: '', quote_expires_at: null })
  ctx.auditSubject(settlementRef, changesFrom({ status: row.status }, { status: 'Calculated' }))
  ctx.enqueue(quoteRemittanceJob, { settlementRef })
}

/** Ends the periods that are running in test mode, with what was settled by now. Returns how many. */
export async function cutNow(ctx: Ctx): Promise<number> {
  const { timeZone } = await crossBorderOf(ctx)
  const today = dayAt(ctx.now, timeZone)
  const open = await ctx.own
    .select('remittances')
    .select(['settlement_ref', 'period_from'])
    .where('status', '=', 'Open')
    .execute()
  for (const { settlement_ref: settlementRef, period_from: from } of open) {
    const row = await existing(ctx, settlementRef)
    await changeRemittance(ctx, row, { cut_on: from < today ? today : dayAfter(from, 1), ended_at: ctx.now })
    ctx.enqueue(cutRemittance, { settlementRef })
  }
  return open.length
}

/** Lets settlements that wait for their day, and held ones that may go on, be sent now. Returns how many. */
export async function releaseNow(ctx: Ctx): Promise<number> {
  const rows = await ctx.own
    .select('remittances')
    .select('settlement_ref')
    .where('status', 'in', ['Calculated', 'On Hold'])
    .execute()
  for (const { settlement_ref: settlementRef } of rows) {
    await changeRemittance(ctx, await existing(ctx, settlementRef), { send_at: ctx.now })
    ctx.enqueue(quoteRemittanceJob, { settlementRef })
  }
  return rows.length
}

async function existing(ctx: Ctx, settlementRef: string): Promise<RemittanceRow> {
  const row = await lockRemittance(ctx, settlementRef)
  if (!row) throw new Fault('notFound')
  return row
}
