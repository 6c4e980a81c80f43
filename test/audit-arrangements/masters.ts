import { masterOf } from '#server/master-merchants/fixtures.ts'
import { newAddress } from '#server/registration/fixtures.ts'
import { addressOf, done, sql, type Arrangements, type Elsewhere, type Scene } from './scene.ts'

/** Masters, their merchants and KYC. What a master does to a merchant stands in its own log, and mostly in theirs too. */
export const ofMasters: Arrangements = {
  setMerchantStatus({ asked }) {
    asked.path = { ...asked.path, status: 'INACTIVE' }
    return inTheirs('merchant.set-status')
  },
  addMerchant: () => inTheirs('merchant.added'),
  async changeMerchants(scene) {
    scene.asked.body = { remove_merchants: [await subMerchantOf(scene)] }
    return inTheirs('merchant.let-go')
  },
  async resendInvite(scene) {
    await invited(scene)
    await sql(scene, `update merchant_invites set sent_at = sent_at - interval '2 minutes' where merchant_id = $1`)
  },
  withdrawInvite: invited,
  async acceptInvite({ testApp, session, asked }) {
    const master = await masterOf(testApp)
    asked.body = { invite_token: await master.invite(addressOf(session)) }
    const { merchantId: merchant_id } = master.merchant
    return ({ object_ref }) => ({ merchant_id, action: 'merchant.invite-accepted', object_ref })
  },
  async leaveMaster(scene) {
    const { merchant } = await masterOf(scene.testApp)
    await sql(
      scene,
      `update merchants set kind = 'managed', master_id = '${merchant.merchantId}' where merchant_id = $1`,
    )
  },
  async resendKycLink(scene) {
    scene.actsFor = await subMerchantOf(scene)
    scene.asked.path = { key: scene.actsFor }
    await sql(scene, `update merchants set kyc_status = 'PENDING' where master_id = $1`)
  },
  async reviewKyc(scene) {
    await sql(scene, `update merchants set kyc_status = 'SUBMITTED' where master_id = $1`)
    return inTheirs('kyc.review')
  },
}

/** In the log of the merchant that the act was about, under its own reference. */
const inTheirs =
  (action: string): Elsewhere =>
  ({ object_ref }) => ({ merchant_id: object_ref, action, object_ref })

async function subMerchantOf({ testApp, session }: Scene): Promise<string> {
  const [row] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ merchant_id: string }>('select merchant_id from merchants where master_id = $1', [
      session.merchant.merchantId,
    ]),
  )
  if (!row) throw new Error('the master has no merchant')
  return row.merchant_id
}

async function invited(scene: Scene): Promise<void> {
  const email = newAddress()
  const path = `/master-merchant/${scene.session.merchant.key}/merchants/invite`
  await done(scene, 'POST', path, { email, merchant_type: 'MANAGED' })
  scene.asked.body = { email }
}
