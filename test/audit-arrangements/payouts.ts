import { sign } from '#server/kit/auth/signature.ts'
import { sql, type Arrangements, type Scene } from './scene.ts'

const created = (scene: Scene) =>
  sql(scene, `update payouts set status = 'Created', waits_for = 'verification' where merchant_id = $1`)
const active = (scene: Scene) =>
  sql(scene, `update beneficiary_accounts set is_default = true, name_check = 'MATCH' where merchant_id = $1`)

/** A payout to the account of a beneficiary that is there, signed by the session. */
async function wish(scene: Scene): Promise<object> {
  await active(scene)
  const { merchant, signingKey } = scene.session
  const [row] = await scene.testApp.owner.transaction(null, (tx) =>
    tx.query<{ beneficiary_uuid: string; virtual_account_no: string }>(
      'select beneficiary_uuid, virtual_account_no from payouts where merchant_id = $1',
      [merchant.merchantId],
    ),
  )
  const params = {
    amount: '5',
    client_key: merchant.key,
    currency: 'SGD',
    merchant_txn_ref: '',
    to_account_no: row?.beneficiary_uuid ?? '',
    virtual_account_no: row?.virtual_account_no ?? '',
  }
  return {
    virtual_acc_no: params.virtual_account_no,
    beneficiary_uuid: params.to_account_no,
    amount: 5,
    currency: 'SGD',
    reason: 'known',
    signature_hash: sign(params, signingKey),
  }
}

/** Payouts in the states that their acts need. */
export const ofPayouts: Arrangements = {
  async createPayout(scene) {
    scene.asked.body = { environment: 'sandbox', txn_details: await wish(scene) }
  },
  async createPayoutByServer(scene) {
    scene.asked.body = { environment: 'sandbox', txn_details: await wish(scene) }
  },
  async editPayout(scene) {
    await created(scene)
    scene.asked.body = { ...scene.asked.body, environment: 'sandbox', revision: 1, txn_details: await wish(scene) }
  },
  cancelPayout: created,
  cancelPayoutByServer: created,
  async payPayoutAgain(scene) {
    await active(scene)
    await sql(scene, `update payouts set status = 'Failed', status_reason = 'OTHER' where merchant_id = $1`)
  },
  liftPayoutStop: (scene) =>
    sql(
      scene,
      `insert into payout_stops (merchant_id, environment, stop_id, channel_key, txn_ref, evidence, stopped_at)
       select p.merchant_id, p.environment, gen_random_uuid(), c.channel_key, p.txn_ref, 'Failed; then paid', now()
       from payouts p join payment_channels c on c.merchant_id = p.merchant_id and c.environment = p.environment
         and c.channel_key like 'SIMULATOR-%'
       where p.merchant_id = $1`,
    ),
}
