import { done, sql, type Arrangements, type Scene } from './scene.ts'

const switchOn = (scene: Scene) => sql(scene, 'update webhooks set enabled = true where merchant_id = $1')
const whatFailed = { from: '2020-01-01 00:00:00', to: '2099-01-01 00:00:00', states: ['failed'] }

/** What only a webhook that is on does, and a stop, which needs a replay. */
export const ofWebhooks: Arrangements = {
  resendWebhookDelivery: switchOn,
  async createWebhookReplay(scene) {
    await switchOn(scene)
    scene.asked.body = whatFailed
  },
  async stopWebhookReplay(scene) {
    await switchOn(scene)
    await done(scene, 'POST', `/api/webhooks/${scene.asked.path['uuid'] ?? ''}/replays`, whatFailed)
  },
}
