import { ownTransaction } from '#server/kit/own-transaction.ts'
import { sign } from '#server/kit/signature.ts'
import { announcePayment } from '#server/payments/announce.ts'
import { codeAt, softAuthenticator } from '#server/factors/rig.ts'
import { masterOf } from '#server/master-merchants/rig.ts'
import { newAddress } from '#server/registration/rig.ts'
import { connectionOf } from '#server/sso/rig.ts'
import { invite } from '#server/users/rig.ts'
import { testPassword, type Answer, type TestHouse, type TestSession } from './house.ts'
import { linkBody } from './link-body.ts'
import type { TestRequest } from './request.ts'

/** What is asked, and by whom. */
interface Scene {
  house: TestHouse
  session: TestSession
  asked: TestRequest
}

/**
 * What some calls need to be done that no declaration tells: an object in a state of its own, a signature, a password.
 * By the names of calls; those that need nothing are not here.
 */
export const arrangements: Record<string, (scene: Scene) => Promise<void> | void> = {
  createPaymentLink({ session, asked }) {
    asked.body = linkBody(session, 'Made')
  },
  async createRefund(scene) {
    const { asked } = scene
    await sql(scene, `update payments set status = 'Success', payment_method = 'COD' where merchant_id = $1`)
    asked.body = { ...asked.body, type: 'full', amount: 10, currency: 'SGD' }
  },
  async setRefundStatus(scene) {
    const { session, asked } = scene
    await sql(
      scene,
      `update payments set status = 'Success', payment_method = 'COD', refunding_minor = 1000 where merchant_id = $1`,
    )
    await sql(scene, `update refunds set status = 'PENDING' where merchant_id = $1`)
    const { refund_id } = asked.body as { refund_id: string }
    const signed = { client_key: session.merchant.key, refund_id, status: 'SUCCESS' }
    asked.body = { ...asked.body, status: 'SUCCESS', signature: sign(signed, session.signingKey) }
  },
  async setPaymentStatus(scene) {
    const { session, asked } = scene
    await sql(scene, `update payments set status = 'Pending', payment_method = 'COD' where merchant_id = $1`)
    const { merchant_order_ref } = asked.body as { merchant_order_ref: string }
    const signed = { client_key: session.merchant.key, merchant_order_ref, status: 'Failed' }
    asked.body = { ...asked.body, status: 'Failed', signature: sign(signed, session.signingKey) }
  },
  async resendWebhook(scene) {
    const { house, session, asked } = scene
    await sql(scene, 'update webhooks set enabled = true where merchant_id = $1')
    const owner = { merchantId: session.merchant.merchantId, environment: 'sandbox' as const }
    const { order_ref } = asked.body as { order_ref: string }
    await ownTransaction(house.serveParts, owner, { requestId: 'test' }, (ctx) => announcePayment(ctx, order_ref))
  },
  sendPaymentLink: (scene) => sql(scene, `update payment_links set email = 'a@shop.example' where merchant_id = $1`),
  sendPaymentLinkByGet: (scene) =>
    sql(scene, `update payment_links set email = 'a@shop.example' where merchant_id = $1`),
  confirmRefundBatch: (scene) =>
    sql(
      scene,
      `insert into refund_batch_rows (merchant_id, environment, row_ref, batch_id, row_no, row_key, state, reference, amount_text,
         currency_text, reason_text, note, amount_minor, currency)
       select merchant_id, environment, 'row', batch_id, 2, 'k', 'ready', 'r', '1', 'SGD', 'other', '', 100, 'SGD'
       from refund_batches where merchant_id = $1`,
    ),
  cancelRefundBatch: (scene) => sql(scene, `update refund_batches set status = 'waiting' where merchant_id = $1`),
  chooseColumns: ({ asked }) =>
    void (asked.body = { ...asked.body, table: 'payments', columns: [{ key: 'status', visible: true }] }),
  createView: ({ asked }) =>
    void (asked.body = { ...asked.body, table: 'payments', columns: [{ key: 'status', visible: true }] }),
  markNotificationRead: (scene) =>
    scene.house.owner.transaction(null, async (tx) => {
      await tx.query('update notifications set sub_user_id = $2 where merchant_id = $1', [
        scene.session.merchant.merchantId,
        scene.session.subUserId,
      ])
    }),
  reopenTicket: (scene) => sql(scene, `update support_tickets set status = 'closed' where merchant_id = $1`),
  updateView: ownView,
  deleteView: ownView,
  setUpTwoStep: (scene) => void (scene.asked.body = { email_address: emailOf(scene) }),
  async verifyTwoStep(scene) {
    const otp = codeAt(await beginApp(scene), new Date())
    scene.asked.body = { email_address: emailOf(scene), otp }
  },
  removeAuthenticator: withApp,
  renewRecoveryCodes: withApp,
  requireTwoStep: withApp,
  async addPasskey(scene) {
    const { house, asked } = scene
    const begun = await ask(scene, 'POST', '/api/account/passkeys/begin')
    const { create } = softAuthenticator({ origin: house.serveParts.house.publicUrl })
    asked.body = { name: 'Laptop', credential: create(begun.body.content as unknown as { challenge: string }) }
  },
  renamePasskey: ownPasskey,
  removePasskey: ownPasskey,
  async resetTwoStep(scene) {
    await sql(scene, `update sub_users set is_2fa_enabled = true where merchant_id = $1 and roles = '{payment-user}'`)
  },
  async revokeSession({ house, session, asked }) {
    await house.owner.transaction(null, async (tx) => {
      await tx.query('update sessions set sub_user_id = $2 where session_id = $1', [asked.path['session_id'], session.subUserId]) // prettier-ignore
    })
  },
  async resendInvitation(scene) {
    const made = await invite(scene.house, scene.session)
    scene.asked.path['id'] = (made.body.content as unknown as { subUserUuid: string }).subUserUuid
    await sql(scene, `update one_time_tokens set created_at = created_at - interval '2 minutes' where merchant_id = $1`)
  },
  resendKycLink: (scene) => sql(scene, `update merchants set kyc_status = 'PENDING' where merchant_id = $1`),
  async reviewKyc(scene) {
    await sql(scene, `update merchants set kyc_status = 'SUBMITTED' where master_id = $1`)
    await sql(
      scene,
      `update kyc_cases set submitted_at = now() where merchant_id in (select merchant_id from merchants where master_id = $1)`,
    )
  },
  setMerchantStatus: ({ asked }) => void (asked.path['status'] = 'INACTIVE'),
  async resendInvite(scene) {
    scene.asked.body = { email: await inviteSomebody(scene) }
    await sql(scene, `update merchant_invites set sent_at = sent_at - interval '2 minutes' where merchant_id = $1`)
  },
  async withdrawInvite(scene) {
    scene.asked.body = { email: await inviteSomebody(scene) }
  },
  async acceptInvite(scene) {
    const email = emailOf(scene)
    scene.asked.body = { invite_token: await (await masterOf(scene.house)).invite(email) }
  },
  async leaveMaster(scene) {
    const { merchant } = await masterOf(scene.house)
    await sql(
      scene,
      `update merchants set kind = 'managed', master_id = '${merchant.merchantId}' where merchant_id = $1`,
    )
  },
  async saveSso(scene) {
    const { asked } = scene
    await sql(scene, 'delete from sso_connections where merchant_id = $1')
    const { break_glass_user: _, revision: __, ...rest } = asked.body ?? {}
    asked.body = { ...rest, ...connectionOf('https://login.example', 'a-tenant', { enabled: false }) }
  },
  unlinkSso: ({ house, session }) =>
    house.owner.transaction(null, async (tx) => {
      await tx.query(
        `insert into sso_identities (merchant_id, issuer, subject, sub_user_id, created_at, last_used_at)
         values ($1, 'https://login.example', 'somebody', $2, now(), now())`,
        [session.merchant.merchantId, session.subUserId],
      )
    }),
  stepUp: async (scene) => {
    await withPassword(scene)
    scene.asked.body = { password: testPassword }
  },
  changePassword: async (scene) => {
    await withPassword(scene)
    scene.asked.body = { old_password: testPassword, new_password: 'another long password 1' }
  },
}

const emailOf = ({ session }: Scene) => `${session.subUserId}@${session.merchant.slug}.example`
const ask = async ({ house, session }: Scene, method: 'POST' | 'PUT', path: string, body?: object): Promise<Answer> => {
  const answer = await house.call(session, method, path, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer
}

async function beginApp(scene: Scene): Promise<string> {
  const begun = await ask(scene, 'POST', '/merchants/verification/2FA', { email_address: emailOf(scene) })
  return (begun.body.content as unknown as { secret: string }).secret
}

/** Whoever asks has an authenticator app; what that left in the log is not what is looked for. */
async function withApp(scene: Scene): Promise<void> {
  const otp = codeAt(await beginApp(scene), new Date())
  await ask(scene, 'POST', '/merchants/verification/2FA/verify', { email_address: emailOf(scene), otp })
}

async function ownPasskey({ house, session }: Scene): Promise<void> {
  await house.owner.transaction(null, async (tx) => {
    await tx.query('update passkeys set sub_user_id = $2 where merchant_id = $1', [session.merchant.merchantId, session.subUserId]) // prettier-ignore
  })
}

async function inviteSomebody(scene: Scene): Promise<string> {
  const email = newAddress()
  const path = `/master-merchant/${scene.session.merchant.key}/merchants/invite`
  await ask(scene, 'POST', path, { email, merchant_type: 'MANAGED' })
  return email
}

/** Of other people's views there is nothing to be seen. */
async function ownView({ house, session }: Scene): Promise<void> {
  await house.owner.transaction(null, async (tx) => {
    await tx.query('update saved_views set sub_user_id = $2 where merchant_id = $1', [session.merchant.merchantId, session.subUserId]) // prettier-ignore
  })
}

const sql = ({ house, session }: Scene, text: string): Promise<void> =>
  house.owner.transaction(null, async (tx) => void (await tx.query(text, [session.merchant.merchantId])))

async function withPassword({ house, session: { merchant, subUserId } }: Scene): Promise<void> {
  const phc = await house.serveParts.house.passwords.hash(testPassword)
  await house.owner.transaction(null, async (tx) => {
    const [user] = await tx.query<{ email: string }>(
      'update sub_users set password_phc = $2 where sub_user_id = $1 returning email',
      [subUserId, phc],
    )
    await tx.query('insert into logins (email_lower, merchant_id, sub_user_id) values ($1, $2, $3)', [
      user?.email.toLowerCase(),
      merchant.merchantId,
      subUserId,
    ])
  })
}
