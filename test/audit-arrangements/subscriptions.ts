import { sql, type Arrangements, type Scene } from './scene.ts'

/** Prices and subscriptions. */
export const ofSubscriptions: Arrangements = {
  createPrice: priced,
  createPlan: priced,
  createSubscription: subscribed,
  createSubscriptionByServer: subscribed,
  createDeduction: onDemand,
  createDeductionByServer: onDemand,
  triggerNextDeduction: (scene) =>
    sql(
      scene,
      `update subscriptions set status = 'active', anchor = now() - interval '1 hour', activated_at = now(), next_period = 1, made_periods = 1,
         next_due_at = now() + interval '20 days', next_act_at = now() + interval '20 days' where merchant_id = $1`,
    ),
}

function priced({ asked }: Scene): void {
  asked.body = { ...asked.body, amount: 10, frequency: 1 }
}

async function subscribed({ testApp, session, asked }: Scene): Promise<void> {
  const [price] = await testApp.owner.transaction(null, (tx) =>
    tx.query<{ price_ref: string }>('select price_ref from prices where merchant_id = $1', [
      session.merchant.merchantId,
    ]),
  )
  asked.body = { ...asked.body, price_order_ref: price?.price_ref, currency: 'SGD' }
}

async function onDemand(scene: Scene): Promise<void> {
  scene.asked.body = { ...scene.asked.body, currency: 'SGD' }
  await sql(
    scene,
    `update subscriptions set status = 'active', subscription_type = 'ONDEMAND', period = null, frequency = null, unit_minor = 0,
       activated_at = now() where merchant_id = $1`,
  )
}
