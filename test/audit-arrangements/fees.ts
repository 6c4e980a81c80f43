import { sql, type Arrangements, type Scene } from './scene.ts'

/** Fees: plans of the seeded channel, and a claim that the provider has. */
export const ofFees: Arrangements = {
  createFeePlans(scene) {
    scene.asked.body = {
      charge_config: { payment_channel_key: `SIMULATOR-${scene.session.merchant.slug}`, percent_fee: 1 },
    }
  },
  async updateFeePlans(scene) {
    scene.asked.body = { charge_config: { uuid: await seededPlan(scene), percent_fee: 2 } }
  },
  async closeFeeClaim(scene) {
    await sql(scene, `update fee_claims set state = 'sent', sent_to = 'x@provider.example', sent_at = now() where merchant_id = $1`) // prettier-ignore
  },
}

async function seededPlan({ testApp, session }: Scene): Promise<string> {
  const [plan] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ plan_id: string }>('select plan_id from fee_plans where merchant_id = $1', [
      session.merchant.merchantId,
    ]),
  )
  if (!plan) throw new Error('no plan was seeded')
  return plan.plan_id
}
