import { defaultLanguage } from '#i18n/languages.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Client } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { loginName } from '#server/kit/auth/login.ts'
import type { MasterKey } from '#server/kit/secrets/seal.ts'

/**
 * The operator's help when no administrator is left: removes all second factors of the user of this login, and ends their
 * sessions. The audit log records it; no mail is sent.
 * @param owner the database as the owner of the schema, whom row-level security does not bind.
 * @returns false when the login has no user with a second factor.
 */
export function resetLostFactors(
  owner: Database,
  { email, master, now }: { email: string; master: MasterKey; now: Date },
): Promise<boolean> {
  return owner.transaction(null, async (tx) => {
    const [user] = await tx.query<{ merchant_id: string; sub_user_id: string }>(
      `select u.merchant_id, u.sub_user_id from logins l join sub_users u using (merchant_id, sub_user_id)
       where l.email_lower = $1 and u.is_2fa_enabled for update of u`,
      [loginName(email)],
    )
    if (!user) return false
    const key = [user.merchant_id, user.sub_user_id]
    for (const change of [
      'update totp_factors set seed_sealed = null, enabled_at = null, pending_sealed = null, pending_at = null',
      'delete from passkeys',
      'delete from recovery_codes',
      'delete from sign_in_challenges',
      'delete from remembered_logins',
      'update sub_users set is_2fa_enabled = false',
    ])
      await tx.query(`${change} where merchant_id = $1 and sub_user_id = $2`, key)
    await tx.query(
      `update sessions set ended_at = statement_timestamp(), end_reason = 'two_step_changed'
       where merchant_id = $1 and sub_user_id = $2 and ended_at is null`,
      key,
    )
    const by = {
      actor: { kind: 'system', id: null, name: '' } as const,
      user: null,
      client: noClient,
      requestId: '',
      now,
    }
    const owned = { merchantId: user.merchant_id, environment: 'sandbox' as const }
    const why = 'by whoever runs the installation'
    const event = { action: 'user.reset-two-step', objectRef: user.sub_user_id, result: 'done', why } as const
    writeAudit({ ...by, tx, owner: owned, services: { master } }, event)
    return true
  })
}

const noClient: Client = { address: '', userAgent: '', language: defaultLanguage }
