import type { Ctx } from '#server/kit/ctx.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import type { PayoutDestination } from '#server/providers/payouts.ts'
import { wholeNumber } from './account-number.ts'

/** Where a payout goes: what people approved, whatever the beneficiary's account is now. */
export const approvedDestination = async (ctx: Ctx, payout: PayoutRow): Promise<PayoutDestination> => ({
  type: payout.account_type,
  holder: payout.account_name,
  number: await wholeNumber(ctx, payout),
  bankCode: payout.bank_code,
  bankName: payout.bank_name,
  country: payout.account_country,
  fields: payout.account_fields,
})
