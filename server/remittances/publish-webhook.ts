import { z } from 'zod'
import type { Currency } from '#contract/kit/money.ts'
import { majorText } from '#contract/kit/money.ts'
import { RemittanceRow as Shown } from '#contract/remittances.ts'
import type { Signed } from '#contract/signed-names.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import type { RemittanceRow } from './rows.ts'
import { shownRow } from './show.ts'

/** Publishes the webhook of a settlement whose state has changed: its row of the list, signed with the merchant's secret. */
export const publishRemittanceWebhook = (ctx: Ctx, remittance: RemittanceRow): Promise<void> =>
  publishWebhook(ctx, {
    type: 'remittance',
    objectRef: remittance.settlement_ref,
    body: () => remittanceBody(ctx, remittance),
  })

async function remittanceBody(ctx: Ctx, remittance: RemittanceRow): Promise<Record<string, unknown>> {
  const { key, secret } = await merchantSecret(ctx)
  const signed: Signed<'remittance'> = {
    base_currency: remittance.base_currency,
    destination_currency: remittance.destination_currency,
    net_bc: majorText(remittance.net_bc, remittance.base_currency as Currency),
    settlement_ref: remittance.settlement_ref,
    source_currency: remittance.source_currency,
    status: remittance.status,
  }
  return {
    ...z.encode(Shown, await shownRow(ctx, remittance)),
    status_reason: remittance.fail_reason,
    version: remittance.version,
    updated_at: remittance.updated_at.toISOString(),
    merchant_key: key,
    environment: ctx.owner.environment,
    signature_hash: sign(signed, secret),
  }
}
