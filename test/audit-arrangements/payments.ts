import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { scriptPartner } from '#server/onboarding/fixtures.ts'
import { publishPaymentWebhook } from '#server/payments/publish-webhook.ts'
import { linkBody } from '../link-body.ts'
import { sql, type Arrangements, type Scene } from './scene.ts'

/** Links, payments, refunds, webhooks and what a user keeps of their lists. */
export const ofPayments: Arrangements = {
  createPaymentLink({ session, asked }) {
    asked.body = linkBody(session, 'Made')
  },
  async createRefund(scene) {
    await paid(scene)
    scene.asked.body = { ...scene.asked.body, type: 'full', amount: 10, currency: 'SGD' }
  },
  async createRefundByServer(scene) {
    await paid(scene)
    scene.asked.body = { ...scene.asked.body, refund_type: 'full' }
  },
  initiatePayment({ asked }) {
    const way = { pmt_channel: 'SIMULATOR', pmt_method: 'SIMULATOR_GRABPAY', country_code: 'SG' }
    asked.body = { ...asked.body, ...way, amount: 10, currency: 'SGD' }
  },
  async acceptHeldPayment(scene) {
    await heldOfTen(scene)
    scene.asked.body = { net: 10, currency: 'SGD', reason: 'agreed with the shopper' }
  },
  async refundHeldPayment(scene) {
    await heldOfTen(scene)
    scene.asked.body = { amount: 10, currency: 'SGD', reason: 'nothing left in stock' }
  },
  beginOnboarding: ({ testApp }) => void scriptPartner(testApp),
  handInOnboarding: ({ testApp }) => void scriptPartner(testApp),
  capturePayment: authorised,
  restChannel({ asked }) {
    asked.body = { ...asked.body, type: 'WALLET', sub_type: 'GRABPAY' }
  },
  async endChannelRest(scene) {
    await sql(
      scene,
      `insert into channel_rests (merchant_id, environment, channel_key, type, sub_type, times, began_at, until)
       select merchant_id, environment, channel_key, 'WALLET', 'GRABPAY', 0, now(), now() + interval '1 hour' from payment_channels
       where merchant_id = $1 and environment = 'sandbox'`,
    )
    scene.asked.body = { ...scene.asked.body, type: 'WALLET', sub_type: 'GRABPAY' }
  },
  voidPayment: authorised,
  async setRefundStatus(scene) {
    const { asked } = scene
    await sql(
      scene,
      `update payments set status = 'Success', payment_method = 'COD', refunding_minor = 1000 where merchant_id = $1`,
    )
    await sql(scene, `update refunds set status = 'PENDING' where merchant_id = $1`)
    asked.body = { ...asked.body, status: 'SUCCESS' }
  },
  setPaymentStatus: paidByHand,
  setPaymentStatusByServer: paidByHand,
  capturePaymentByServer: authorised,
  async resendWebhook(scene) {
    const { testApp, session, asked } = scene
    await sql(scene, 'update webhooks set enabled = true where merchant_id = $1')
    const owner = { merchantId: session.merchant.merchantId, environment: 'sandbox' as const }
    const { order_ref } = asked.body as { order_ref: string }
    await ownTransaction(testApp.serveParts, owner, { requestId: 'test' }, (ctx) =>
      publishPaymentWebhook(ctx, order_ref),
    )
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
  updateView: ownView,
  deleteView: ownView,
}

const paid = (scene: Scene) =>
  sql(scene, `update payments set status = 'Success', payment_method = 'COD' where merchant_id = $1`)

/** A payment that no provider confirms. */
async function paidByHand(scene: Scene) {
  const { asked } = scene
  await sql(scene, `update payments set status = 'Pending', payment_method = 'COD' where merchant_id = $1`)
  asked.body = { ...asked.body, status: 'Failed' }
}

/** A payment that is only authorised, of which nobody has decided what is to become. */
function authorised(scene: Scene) {
  return sql(scene, `update payments set status = 'Authorized', finish = '' where merchant_id = $1`)
}

/** Late money on hold, without a fee, of a payment that nobody has refunded. */
async function heldOfTen(scene: Scene): Promise<void> {
  await sql(scene, `delete from fee_plans where merchant_id = $1`)
  await sql(scene, `delete from refunds where merchant_id = $1`)
  await sql(
    scene,
    `update payments set status = 'Success', late = true, held = true, refunding_minor = 0, refunded_minor = 0 where merchant_id = $1`,
  )
}

/** Of other people's views there is nothing to be seen. */
async function ownView({ testApp, session }: Scene): Promise<void> {
  await testApp.owner.transaction(null, async (tx) => {
    await tx.query('update saved_views set sub_user_id = $2 where merchant_id = $1', [session.merchant.merchantId, session.subUserId]) // prettier-ignore
  })
}
