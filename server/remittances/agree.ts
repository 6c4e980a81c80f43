import type { AskedTerms } from '#contract/remittance-terms.ts'
import { fieldFault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { allFollowTerms } from './follow-terms.ts'
import { openWaiting } from './marks.ts'
import { findTerms, type TermsRow } from './terms.ts'

/**
 * Agrees on terms, which hold for what is cut after them: open settlements are sent in their currency. Opens a period for each currency in which
 * sales wait for one. Throws `invalidRequest` for a reserve that says nothing to hold, and `channelMissing`.
 */
export async function agreeOn(ctx: Ctx, asked: AskedTerms, by: string): Promise<TermsRow> {
  if (asked.reserve_kind === 'rolling' && asked.reserve_days < 3)
    throw fieldFault('invalidRequest', 'reserve_days', 'too_small')
  const channel = await ctx.own
    .select('payment_channels')
    .select('channel_key')
    .where('channel_key', '=', asked.channel_key)
    .executeTakeFirst()
  if (!channel) throw fieldFault('channelMissing', 'channel_key', 'not_a_choice')
  const before = await findTerms(ctx)
  const { transfer_fee, minimum, reserve_target, withholding, currency: _, ...rest } = asked
  const row = await ctx.own
    .insert('remittance_terms', {
      ...rest,
      version: (before?.version ?? 0) + 1,
      transfer_fee_minor: transfer_fee,
      minimum_minor: minimum,
      reserve_target_minor: reserve_target,
      withholding: JSON.stringify(withholding),
      made_by: by,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await allFollowTerms(ctx, row)
  await openWaiting(ctx)
  return row
}
