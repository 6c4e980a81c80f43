import { Fault } from '#contract/faults.ts'
import type { subMerchantKinds } from '#contract/sub-merchants.ts'
import type { KycStatus, merchantStatuses } from '#contract/merchants.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** A merchant of a master as the database tells of it: `sub_merchants`. */
export interface SubMerchantRow {
  merchant_id: string
  key: string
  name: string
  email: string
  phone: string
  status: (typeof merchantStatuses)[number]
  kyc_status: KycStatus
  kind: (typeof subMerchantKinds)[number]
  country: string
  currency: string
  created_at: Date
  login_allowed: boolean
  use_master_creds: boolean
  master_access: boolean
  cross_border: boolean
  onboarded: boolean
  link_round: number | null
  link_expires_at: Date | null
}

/** The columns that {@link shownRow} needs. */
export const subMerchantColumns = `merchant_id, key, name, email, phone, status, kyc_status, kind, country, currency, created_at,
  login_allowed, use_master_creds, master_access, cross_border, onboarded, link_round, link_expires_at`

/** The id of the session's own merchant, a master. Throws `notFound` when the request names another merchant. */
export function asMaster(ctx: Ctx): string {
  if (!ctx.user || ctx.owner.merchantId !== ctx.user.merchantId) throw new Fault('notFound')
  return ctx.owner.merchantId
}

/** A merchant of the master by uuid or key, active or not. @throws Fault `notFound` for any other, wherever it is. */
export async function subMerchant(ctx: Ctx, named: string): Promise<SubMerchantRow> {
  const [row] = await ctx.tx.query<SubMerchantRow>(`select ${subMerchantColumns} from sub_merchants($1, $2)`, [
    asMaster(ctx),
    named,
  ])
  if (!row) throw new Fault('notFound', { why: 'not a merchant of this master' })
  return row
}
