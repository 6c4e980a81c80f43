import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { readMessage } from '#server/messages/queries.ts'
import { done, sql, type Arrangements, type Scene } from './scene.ts'

/** A payout that waits, a code in the user's mail or telephone, and rules that somebody else has proposed. */
export const ofPayoutApprovals: Arrangements = {
  savePayoutLimits({ asked }) {
    asked.body = { version: 0, limits: [{ of: 'MAKER', currency: 'SGD', payout: 100 }] }
  },
  savePayoutRules({ asked }) {
    asked.body = { version: 0, verification: false, rules: [] }
  },
  async decidePayoutRules(scene) {
    await sql(
      scene,
      `insert into payout_rules (merchant_id, environment, version, state, rules, verification, proposed_by, proposed_name, proposed_at)
       values ($1, 'sandbox', 1, 'waiting', '[]', false, gen_random_uuid(), 'Other', now())`,
    )
    scene.asked.body = { version: 1, accept: true }
  },
  generateVerifyCode: (scene) => waiting(scene, 'verify'),
  generateApproveCode: (scene) => waiting(scene, 'approve'),
  resendVerifyCode: (scene) => again(scene, 'verify'),
  resendApproveCode: (scene) => again(scene, 'approve'),
  async generateCodeByPhone(scene) {
    await waiting(scene, 'approve')
    await confirmed(scene)
    scene.asked.path['mobile'] = phone
  },
  async challengePayoutPasskey(scene) {
    await waiting(scene, 'verify')
    await sql(
      scene,
      `insert into passkeys (merchant_id, sub_user_id, passkey_id, credential_id, name, public_key, counter, transports, is_synced,
         is_resident, created_at)
       values ($1, $2::uuid, gen_random_uuid(), 'cred' || $2::uuid, 'Key', '', 0, '{}', false, false, now())`,
    )
    scene.asked.body = { environment: 'sandbox', act: 'verify' }
  },
  verifyPayouts: (scene) => withCode(scene, 'verify'),
  approvePayouts: (scene) => withCode(scene, 'approve'),
  async approvePayoutsByPhone(scene) {
    await confirmed(scene)
    await withCode(scene, 'approve')
    scene.asked.path['mobile'] = phone
  },
  async rejectPayouts(scene) {
    const { txn_refs: refs } = scene.asked.body ?? {}
    await waiting(scene, 'verify')
    scene.asked.body = { environment: 'sandbox', txn_refs: refs, remark: 'no' }
  },
  sendPhoneCode: (scene) =>
    sql(scene, `update sub_users set phone = '${phone}' where merchant_id = $1 and sub_user_id = $2`),
  async confirmPayoutPhone(scene) {
    await sql(scene, `update sub_users set phone = '${phone}' where merchant_id = $1 and sub_user_id = $2`)
    await done(scene, 'POST', '/api/payouts/phone/code')
    scene.asked.body = { otp: await codeOf(scene) }
  },
}
const phone = '+6591234567'

/** A payout that the user may decide on; nobody else's code stands in the way. */
async function waiting(scene: Scene, act: 'verify' | 'approve'): Promise<void> {
  await sql(scene, `update merchants set verify_payouts_enabled = ${act === 'verify'} where merchant_id = $1`)
  await sql(scene, `update payouts set status = 'Created', made_by = '{}' where merchant_id = $1`)
  scene.asked.body = { environment: 'sandbox' }
}
async function again(scene: Scene, act: 'verify' | 'approve'): Promise<void> {
  await waiting(scene, act)
  await done(scene, 'POST', `/merchants/payout/generateOTP/${act}`, { environment: 'sandbox' })
  await sql(scene, `update payout_codes set made_at = seconds_after(made_at, -120) where merchant_id = $1`)
}
async function withCode(scene: Scene, act: 'verify' | 'approve'): Promise<void> {
  await waiting(scene, act)
  await done(scene, 'POST', `/merchants/payout/generateOTP/${act}`, { environment: 'sandbox' })
  scene.asked.body = { environment: 'sandbox', otp: await codeOf(scene) }
}
const confirmed = async (scene: Scene): Promise<void> => {
  await sql(scene, `update sub_users set phone = '${phone}' where merchant_id = $1 and sub_user_id = $2`)
  await sql(
    scene,
    `insert into payout_phones (merchant_id, sub_user_id, phone, confirmed_at, proof, made_at, expires_at)
     values ($1, $2, '${phone}', now(), '', now(), now())`,
  )
}

/** The code in the newest message. */
function codeOf({ testApp, session }: Scene): Promise<string> {
  const scope = { merchantId: session.merchant.merchantId, environment: 'sandbox' as const }
  return ownTransaction(testApp.serveParts, scope, { requestId: 'test' }, async (ctx) => {
    const [row] = await ctx.tx.query<{ message_id: string }>(
      `select message_id from messages where merchant_id = $1 and environment = $2 and about_type in ('payout_code', 'payout_phone')
       order by message_id desc limit 1`,
      [scope.merchantId, scope.environment],
    )
    const message = await readMessage(ctx, row?.message_id ?? '')
    return /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
  })
}
