import type { Ctx } from '#server/kit/ctx.ts'
import { merchantKeys, openSealed, seal } from '#server/kit/secrets/vault.ts'
import type { RemittanceRequest } from '#server/providers/remittances.ts'
import type { AccountForRemittance } from '#server/remittance-accounts/account-for-remittance.ts'
import type { RemittanceRow } from './rows.ts'
import { keyOf } from './sending.ts'

/** What a provider is told of the account of an attempt, whatever becomes of the account meanwhile. */
export type KeptAccount = Pick<RemittanceRequest, 'account' | 'purpose'>

/** An account as it is at this moment. */
export const keptFrom = async (account: AccountForRemittance): Promise<KeptAccount> => ({
  account: {
    type: account.type, country: account.country, holder: account.holder, number: await account.number(), bankCode: account.bankCode,
    bankName: account.bankName, fields: account.fields,
  },
  purpose: account.purpose,
}) // prettier-ignore

/** @param key that of the attempt, which the provider knows too. */
const placeOf = ({ owner }: Ctx, key: string) => ({
  merchantId: owner.merchantId,
  table: 'remittances',
  column: 'account_sealed',
  row: `${owner.environment}/${key}`,
})

export const sealedAccount = async (ctx: Ctx, key: string, kept: KeptAccount): Promise<Buffer> =>
  seal(await merchantKeys(ctx), JSON.stringify(kept), placeOf(ctx, key))

/** The account of the attempt that is under way; null of one that began before any was kept. */
export async function keptAccount(ctx: Ctx, row: RemittanceRow): Promise<KeptAccount | null> {
  if (row.account_sealed === null) return null
  return JSON.parse(openSealed(await merchantKeys(ctx), row.account_sealed, placeOf(ctx, keyOf(row)))) as KeptAccount
}
