import { fieldFault } from '#contract/faults.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import { payoutChannel } from './terms.ts'

/** A virtual account as it is now; undefined when absent or not the owner's. Index: primary key. */
export const findVirtualAccount = (ctx: Ctx, accountNo: string) =>
  memo(ctx, `virtual account ${accountNo}`, () =>
    ctx.own
      .select('virtual_accounts')
      .select(['account_no', 'channel_key', 'currency', 'end_date', 'available_minor'])
      .where('account_no', '=', accountNo)
      .executeTakeFirst(),
  )

/**
 * The open account that a payout is to leave, with its channel. Throws `virtualAccountUnknown`, `channelUnknown` or
 * `virtualAccountCurrency` at the field under `at`.
 */
export async function accountToLeave(
  ctx: Ctx,
  wish: { virtual_acc_no: string; currency: Currency },
  { at, channelKey }: { at: string; channelKey?: string | undefined },
) {
  const account = await findVirtualAccount(ctx, wish.virtual_acc_no)
  if (!account || account.end_date !== null) throw fieldFault('virtualAccountUnknown', `${at}virtual_acc_no`, 'unknown')
  const channel = await payoutChannel(ctx, account.channel_key)
  if (!channel || (channelKey !== undefined && channelKey !== account.channel_key))
    throw fieldFault('channelUnknown', 'channel_key', 'unknown', "The virtual account isn't one of this channel.")
  if (account.currency !== wish.currency)
    throw fieldFault(
      'virtualAccountCurrency',
      `${at}currency`,
      'other_currency',
      `The virtual account is in ${account.currency}.`,
    )
  return { ...account, catalogueKey: channel.catalogue_key }
}
