import { timestampText } from '#contract/kit/wire.ts'
import { done, sql, type Arrangements, type Scene } from './scene.ts'

/** Prices and subscriptions. */
export const ofSubscriptions: Arrangements = {
  createPrice: priced,
  createPlan: priced,
  createSubscription: subscribed,
  createSubscriptionByServer: subscribed,
  createDeduction: onDemand,
  createDeductionByServer: onDemand,
  changeSubscription: scheduling,
  async cancelSubscriptionChange(scene) {
    const { asked } = scene
    await done(scene, 'POST', `/api/subscriptions/${asked.path['ref']}/change`, { quantity: 2, when: 'at_next_period' })
  },
  resumeSubscription: (scene) => sql(scene, 'update subscriptions set paused_at = now() where merchant_id = $1'),
  keepSubscription: (scene) =>
    sql(scene, 'update subscriptions set cancels_at_period_end = true where merchant_id = $1'),
  advanceTestClock: ({ asked }) => void (asked.body = { ...asked.body, to: timestampText(tomorrow()) }),
  createTestClock: ({ asked }) => void (asked.body = { ...asked.body, time: timestampText(tomorrow()) }),
  saveRetryRules: ({ asked }) => void (asked.body = { ...asked.body, revision: 0 }),
}

const tomorrow = () => new Date(Date.now() + 86_400_000)

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

/** With the next period: now it would be charged first, and by a mandate. */
function scheduling({ asked }: Scene): void {
  asked.body = { quantity: 2, when: 'at_next_period' }
}

async function onDemand(scene: Scene): Promise<void> {
  scene.asked.body = { ...scene.asked.body, currency: 'SGD' }
  await sql(
    scene,
    `update subscriptions set subscription_type = 'ONDEMAND', period = null, frequency = null, unit_minor = 0 where merchant_id = $1`,
  )
}
