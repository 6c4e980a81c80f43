import type { Environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { digester, keyedDigest, open, openBytes, seal, type MerchantKeys } from './seal.ts'

/** A merchant's secrets: one, and two while it is being replaced. */
export interface MerchantSecret {
  key: string
  /** Signs what goes out: the old one, which receivers still hold, until it ends or the merchant says otherwise. */
  secret: string
  /** The new one. Keys of sessions are derived from it. */
  newest: string
  /** Each of them verifies what comes in. */
  accepted: readonly string[]
  /** What was replaced before and has ended, so that somebody who still signs with it can be told. */
  ended: string | null
}

/** The merchant's secrets, decrypted in this transaction and never cached. */
export async function merchantSecret(ctx: Ctx, merchantId = ctx.owner.merchantId): Promise<MerchantSecret> {
  const row = await merchantOf(ctx, merchantId)
  const keys = { master: ctx.services.master, wrapped: row.wrapped_key }
  const newest = open(keys, row.secret_sealed, secretPlace(merchantId))
  const previous = row.previous_secret_sealed && open(keys, row.previous_secret_sealed, previousSecretPlace(merchantId))
  const good = row.previous_secret_is_good ? previous : null
  return {
    key: row.key,
    secret: good !== null && row.previous_secret_signs ? good : newest,
    newest,
    accepted: good === null ? [newest] : [newest, good],
    ended: good === null ? previous : null,
  }
}
export const secretPlace = (merchantId: string) => ({
  merchantId,
  table: 'merchants',
  column: 'secret_sealed',
  row: merchantId,
})

export const previousSecretPlace = (merchantId: string) => ({
  merchantId,
  table: 'merchants',
  column: 'previous_secret_sealed',
  row: merchantId,
})

export async function merchantKeys(ctx: Ctx): Promise<MerchantKeys> {
  return { master: ctx.services.master, wrapped: (await merchantOf(ctx)).wrapped_key }
}

export const channelPlace = (merchantId: string, environment: Environment, channelKey: string) => ({
  merchantId,
  table: 'payment_channels',
  column: 'creds_sealed',
  row: `${environment}/${channelKey}`,
})
export const webhookSecretPlace = (merchantId: string, environment: Environment, secretId: string) => ({
  merchantId,
  table: 'webhook_secrets',
  column: 'secret_sealed',
  row: `${environment}/${secretId}`,
})
export const webhookHeaderPlace = (merchantId: string, environment: Environment, webhookId: string, name: string) => ({
  merchantId,
  table: 'webhook_headers',
  column: 'value_sealed',
  row: `${environment}/${webhookId}/${name}`,
})
export const totpSeedPlace = (merchantId: string, subUserId: string, column: 'seed_sealed' | 'pending_sealed') => ({
  merchantId,
  table: 'totp_factors',
  column,
  row: subUserId,
})
export const ssoSecretPlace = (merchantId: string) => ({
  merchantId,
  table: 'sso_connections',
  column: 'secret_sealed',
  row: merchantId,
})
export const ssoFactsPlace = (merchantId: string, table: 'sso_attempts' | 'sso_proofs', row: string) => ({
  merchantId,
  table,
  column: 'facts_sealed',
  row,
})
export const ssoIdTokenPlace = (merchantId: string, sessionId: string) => ({
  merchantId,
  table: 'sessions',
  column: 'sso_id_token_sealed',
  row: sessionId,
})
export const messageTextPlace = (merchantId: string, messageId: string) => ({
  merchantId,
  table: 'messages',
  column: 'text_sealed',
  row: messageId,
})
export const kycDocumentPlace = (merchantId: string, documentId: string) => ({
  merchantId,
  table: 'kyc_documents',
  column: 'content_sealed',
  row: documentId,
})
export const remittanceDocumentPlace = (merchantId: string, environment: Environment, documentId: string) => ({
  merchantId,
  table: 'remittance_documents',
  column: 'content_sealed',
  row: `${environment}/${documentId}`,
})
export const accountPlace = (merchantId: string, environment: Environment, accountUuid: string) => ({
  merchantId,
  table: 'beneficiary_accounts',
  column: 'account_no_sealed',
  row: `${environment}/${accountUuid}`,
})
export { digester, keyedDigest, open as openSealed, openBytes as openSealedBytes, seal }
