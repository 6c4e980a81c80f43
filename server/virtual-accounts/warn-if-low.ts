import { amountText } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'

/** Tells people when setting aside so much has brought what is available below what they have set: once for each time that it does. */
export async function warnIfLow(ctx: Ctx, accountNo: string, takenMinor: bigint): Promise<void> {
  const account = await ctx.own
    .select('virtual_accounts')
    .select(['account_name', 'currency', 'available_minor', 'low_minor'])
    .where('account_no', '=', accountNo)
    .executeTakeFirst()
  if (!account) return
  const { account_name, currency, available_minor: now, low_minor: low } = account
  if (low === null || now >= low || now + takenMinor < low) return
  const words = (minor: bigint) => `${amountText(minor, currency, defaultLanguage)} ${currency}`
  await notify(ctx, 'virtual_account_low', {
    account_no: accountNo,
    account_name,
    available: words(now),
    low: words(low),
  })
}
