import { amountText, type Currency } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'

/**
 * Tells people when what is available falls below what they have set, once for each time that it does.
 * `takenMinor` has just been set aside in this transaction, which holds the lock of the account's row.
 */
export async function warnIfLow(
  ctx: Ctx,
  { accountNo, currency, takenMinor }: { accountNo: string; currency: Currency; takenMinor: bigint },
): Promise<void> {
  const account = await ctx.own
    .select('virtual_accounts')
    .select(['available_minor', 'low_minor', 'account_name'])
    .where('account_no', '=', accountNo)
    .executeTakeFirstOrThrow()
  const { available_minor: available, low_minor: low, account_name } = account
  if (low === null || available >= low || available + takenMinor < low) return
  const words = (minor: bigint) => `${amountText(minor, currency, defaultLanguage)} ${currency}`
  await notify(ctx, 'virtual_account_low', {
    account_no: accountNo,
    account_name,
    available: words(available),
    low: words(low),
  })
}
