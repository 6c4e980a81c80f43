import type { Input } from '#contract/kit/call.ts'
import type { createRemittanceAccount } from '#contract/remittance-accounts.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { createAccount } from '#server/remittance-accounts/create.ts'
import { aboutOf } from '#server/remittance-accounts/holder.ts'
import { saveCountryMethods } from '#server/remittance-methods/save.ts'
import { audited } from './audited.ts'
import { authorsOf } from './authors.ts'
import { closePast } from './past.ts'

type Account = Input<typeof createRemittanceAccount>['body']

const common = {
  country: 'KR',
  currency: 'KRW',
  account_type: 'current',
  first_name: '델타무역',
  last_name: '',
  remittance_purpose: 'GDDS',
  remittance_source: 'sales',
} as const
/** Accounts at Korean banks; nobody has these numbers. */
export const companyAccount: Account = { ...common, bank_id: '088', account_number: '110000000101' }
const newAccount: Account = { ...common, bank_id: '004', account_number: '00000000000202' }

/** Adds an account as an administrator does, whose bank says that its holder is right. */
export const addAccount = (ctx: Ctx, account: Account): Promise<unknown> =>
  audited(ctx, 'remittance-account.create', (asked) =>
    createAccount(asked, account, { about: aboutOf(account), check: 'MATCH', nameAtBank: account.first_name }),
  )

/** In Japan convenience stores are left out, and in Thailand GrabPay; everywhere else all ways of the channel hold. */
export async function limitMethods(ctx: Ctx): Promise<void> {
  const off = [['JP', 'OTC', 'KONBINI'], ['TH', 'WALLET', 'GRABPAY']] as const // prettier-ignore
  for (const [country, type, sub_type] of off)
    await audited(ctx, 'country-methods.save', async (asked) => {
      const way = { type, sub_type, payment_channel_key: 'SIMULATOR', is_enabled: false }
      asked.auditSubject(country, await saveCountryMethods(asked, country, [way]))
    })
}

/** In live mode there is an account too, and another that waits its 24 hours. */
export async function seedLiveAccounts(ctx: Ctx): Promise<void> {
  const { admin } = await authorsOf(ctx, 'admin')
  const ago = (hours: number) =>
    ctx.with({ now: new Date(ctx.now.getTime() - hours * 3_600_000), actor: admin, requestId })
  await addAccount(ago(24 * 90), companyAccount)
  await addAccount(ago(3), newAccount)
  await closePast(ctx, { requestId, about: 'remittance-account', kinds: ['remittance_account_changed'] })
}
const requestId = 'demo-remittance-accounts'
