import type { Input } from '#contract/kit/call.ts'
import { toMajor } from '#contract/kit/money.ts'
import type { quotePayout as declaration } from '#contract/payouts.ts'
import { accountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { duplicatesOf } from './duplicates.ts'
import { expectNamed } from './named.ts'
import { partsOf } from './plan.ts'
import { arrivalBy, railTo } from './terms.ts'
import { accountToLeave } from './virtual-account.ts'

/** What a payout would cost, when it would arrive and what it may repeat, by the same functions as the payout itself. */
export async function quotePayout(ctx: Ctx, body: Input<typeof declaration>['body']) {
  await expectNamed(ctx, body, '')
  const to = await accountForPayout(ctx, { beneficiaryUuid: body.beneficiary_uuid, accountUuid: body.account_uuid })
  const from = await accountToLeave(ctx, body, { at: '' })
  const rail = railTo(from.catalogueKey, to, body.currency, { at: '' })
  const { amount: amountMinor, currency, fee_payer: feePayer = to.feePayer, split_payouts: split = false } = body
  const parts = partsOf(rail, { amountMinor, currency, feePayer }, { at: '', split })
  const now = ctx.now
  const arrival = await arrivalBy(ctx, rail, body.trigger_time && body.trigger_time > now ? body.trigger_time : now)
  const sumOf = (of: (part: (typeof parts)[number]) => bigint) => parts.reduce((sum, part) => sum + of(part), 0n)
  const total = sumOf(({ totalMinor }) => totalMinor)
  return {
    currency,
    fee: sumOf(({ feeMinor }) => feeMinor),
    fee_tax: sumOf(({ taxMinor }) => taxMinor),
    total,
    sent: sumOf(({ sentMinor }) => sentMinor),
    available_after: from.available_minor - total,
    pieces: parts.map((part) => toMajor(part.amountMinor, currency)),
    leaves_at: arrival.leavesAt > now ? arrival.leavesAt : null,
    arrival_estimate: arrival.day,
    arrival_calendar: arrival.calendar ?? '',
    arrival_is_certain: arrival.isKnown,
    duplicates: await duplicatesOf(ctx, { digest: to.digest, amountMinor, currency }),
  }
}
