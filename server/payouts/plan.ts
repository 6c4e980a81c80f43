import type { PayoutRail } from '#contract/channel-catalogue/entry.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { recordedAmount, type Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import { feeOfPayout, isStepOf, railBounds, type PayoutFee } from '#contract/payout-rails.ts'
import type { FeePayer } from '#contract/payout-states.ts'
import type { PayoutWish } from '#contract/payout-wish.ts'
import { accountForPayout, type AccountForPayout } from '#server/beneficiaries/account-for-payout.ts'
import { oneOffBeneficiary } from '#server/beneficiaries/one-off.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { splitAmount } from './split.ts'
import { arrivalBy, railTo } from './terms.ts'
import { accountToLeave } from './virtual-account.ts'

/** A payout that passed every check, or the parts that its amount is cut into. */
export interface Plan {
  wish: PayoutWish
  channelKey: string
  rail: PayoutRail
  to: AccountForPayout
  feePayer: FeePayer
  parts: readonly (PayoutFee & { amountMinor: bigint })[]
  arrival: Awaited<ReturnType<typeof arrivalBy>>
}

export interface PlanFor {
  /** The path of the wish in the request, with a point behind it. */
  at: string
  channelKey?: string | undefined
  split?: boolean | undefined
}

/** Checks a wished payout against its account, its beneficiary and the rail between them. Throws the faults of the call, at the field. */
export async function planPayout(
  ctx: Ctx,
  wish: PayoutWish,
  { at, channelKey, split = false }: PlanFor,
): Promise<Plan> {
  const from = await accountToLeave(ctx, wish, { at, channelKey })
  checkTime(ctx, wish.trigger_time, at)
  const to = await destinationFor(ctx, wish, { at, channelKey: from.channel_key })
  const feePayer = wish.fee_payer ?? to.feePayer
  const rail = railTo(from.catalogueKey, to, wish.currency, {
    at,
    ...(wish.bank_details && { bankAt: `${at}bank_details.${to.bankCode ? 'bank_no' : 'fields.swift'}` }),
  })
  const parts = partsOf(rail, { amountMinor: wish.amount, currency: wish.currency, feePayer }, { at, split })
  return {
    wish,
    channelKey: from.channel_key,
    rail,
    to,
    feePayer,
    parts,
    arrival: await arrivalBy(ctx, rail, wish.trigger_time ?? ctx.now),
  }
}

function checkTime(ctx: Ctx, time: Date | undefined, at: string): void {
  if (time === undefined) return
  const field = `${at}trigger_time`
  const latest = ctx.now.getTime() + limits.payoutDaysAhead * 86_400_000
  if (time.getTime() < ctx.now.getTime() - graceMs) throw fieldFault('invalidRequest', field, 'in_the_past')
  if (time.getTime() > latest) throw fieldFault('invalidRequest', field, 'too_far_ahead')
}
/** So long a time may be over when the request arrives. */
const graceMs = 300_000

async function destinationFor(
  ctx: Ctx,
  wish: PayoutWish,
  { at, channelKey }: { at: string; channelKey: string },
): Promise<AccountForPayout> {
  const { beneficiary_uuid: beneficiaryUuid, account_uuid: accountUuid, bank_details: details } = wish
  if ((beneficiaryUuid === undefined) === (details === undefined))
    throw fieldFault(
      'invalidRequest',
      `${at}beneficiary_uuid`,
      'one_of_two',
      'Name a beneficiary, or describe an account.',
    )
  if (details) return oneOffBeneficiary(ctx, details, { at: `${at}bank_details.`, channelKey })
  const to = await accountForPayout(ctx, { beneficiaryUuid: beneficiaryUuid as string, accountUuid })
  if (!to.isActive)
    throw fieldFault('accountInvalid', `${at}beneficiary_uuid`, 'inactive', 'This account is deactivated.')
  return to
}

/** The amounts with their fees. Throws `belowMinimum`, `aboveMaximum` or, for a fraction that the rail does not take, `invalidRequest`. */
export function partsOf(
  rail: PayoutRail,
  of: { amountMinor: bigint; currency: Currency; feePayer: FeePayer },
  { at, split }: { at: string; split: boolean },
): Plan['parts'] {
  const { minimumMinor, maximumMinor } = railBounds(rail, of.currency)
  const beyond = (fault: 'belowMinimum' | 'aboveMaximum', bound: bigint) =>
    new Fault(fault, {
      errors: [
        {
          path: `${at}amount`,
          reason: fault === 'belowMinimum' ? 'too_small' : 'too_big',
          params: { bound: recordedAmount(bound, of.currency) },
          text: `The bound is ${recordedAmount(bound, of.currency)}.`,
        },
      ],
    })
  if (!isStepOf(rail, of.amountMinor)) throw fieldFault('invalidRequest', `${at}amount`, 'too_many_decimals')
  const isAbove = maximumMinor !== null && of.amountMinor > maximumMinor
  if (isAbove && !split) throw beyond('aboveMaximum', maximumMinor)
  const amounts = isAbove ? splitAmount(of.amountMinor, maximumMinor, rail.stepMinor) : [of.amountMinor]
  if (amounts.length > limits.payoutsAtOnce) throw beyond('aboveMaximum', maximumMinor as bigint)
  return amounts.map((amountMinor) => {
    if (minimumMinor !== null && amountMinor < minimumMinor) throw beyond('belowMinimum', minimumMinor)
    const fee = feeOfPayout(rail, { amountMinor, currency: of.currency, feePayer: of.feePayer })
    // The fee would eat what the beneficiary gets.
    if (fee.sentMinor <= 0n) throw beyond('belowMinimum', fee.feeMinor + fee.taxMinor + 1n)
    return { ...fee, amountMinor }
  })
}
