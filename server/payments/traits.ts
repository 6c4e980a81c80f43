import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Traits } from '#server/rollups/deltas.ts'
import type { LockedPayment } from './for-channel.ts'

/** The columns of a payment that it is counted by beside state, method and channel. */
export const traitColumns = [
  'source',
  'status_reason',
  'card_brand',
  'device',
  'system',
  'browser',
  'shopper_country',
  'payer',
  'first_attempt',
] as const
export interface TraitRow {
  source: string
  status_reason: string
  card_brand: string
  device: string
  system: string
  browser: string
  /** Of the address from which it was paid; empty where it is not known. */
  shopper_country: string
  payer: string
  /** Null where it is not known yet. */
  first_attempt: boolean | null
}

/** What a payment counts as; what a new one does not say is empty. */
export const traitsOf = (
  payment: Partial<TraitRow> & { payment_sub_type: string; country: string; paid_seconds?: number | null } & {
    method_details: { language?: string | undefined; authentication?: string | undefined }
  },
): Traits => ({
  source: payment.source ?? '',
  payment_sub_type: payment.payment_sub_type,
  status_reason: payment.status_reason ?? '',
  country: payment.shopper_country || payment.country,
  language: payment.method_details.language ?? '',
  device: payment.device ?? '',
  system: payment.system ?? '',
  browser: payment.browser ?? '',
  card_brand: payment.card_brand ?? '',
  authentication: payment.method_details.authentication ?? '',
  payer: payment.payer ?? '',
  first_attempt: payment.first_attempt === true,
  paid_seconds: payment.paid_seconds ?? null,
})

/** The seconds from an attempt to its success now; null where no shopper was there. */
export const secondsToPay = (ctx: Ctx, { mandate_ref, created_at }: LockedPayment): number | null =>
  mandate_ref === '' ? Math.max(0, Math.round((ctx.realNow.getTime() - created_at.getTime()) / 1000)) : null

/** Whether the payer of a payment that succeeds has paid before; empty without an address. Index: payments_by_email. */
export async function payerOf(ctx: Ctx, payment: LockedPayment): Promise<'' | 'new' | 'returning'> {
  if (payment.shopper_email === '') return ''
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select 1 from payments where merchant_id = ${ctx.owner.merchantId} and environment = ${ctx.owner.environment}
        and shopper_email_lower = ${payment.shopper_email.toLowerCase()} and status = 'Success'
    ) as known`.execute(ctx.db)
  return rows[0]?.known ? 'returning' : 'new'
}
