import { done, type Arrangements } from './scene.ts'

/** Importing, which needs a source, copying to live mode, which only a session of live mode does, and a way that there is in a country. */
export const ofChannels: Arrangements = {
  importChannels({ testApp, asked }) {
    const channel = { id: 'one', channel_key: 'SIMULATOR', name: 'Imported', country: 'GLOBAL', methods: [], creds: {} }
    testApp.serveParts.services.credentialSource = { list: async () => ({ kind: 'found', channels: [channel] }) }
    asked.body = { channels: [{ id: 'one' }] }
  },
  updateCountryMethods({ asked }) {
    const way = { type: 'WALLET', sub_type: 'GRABPAY', payment_channel_key: 'SIMULATOR', is_enabled: false }
    asked.body = { methods: [way] }
  },
  async copyToLive(scene) {
    const { testApp, session, asked } = scene
    const path = `/api/channels/${session.merchant.key}/copy`
    scene.environment = 'live'
    scene.session = await testApp.signIn(session.merchant, { environment: 'live' })
    // Each channel and rule that is copied has a row of its own; nothing is left to copy.
    await done(scene, 'POST', path, await digestOf())
    asked.body = await digestOf()

    async function digestOf(): Promise<{ digest: unknown }> {
      const { digest } = await done(scene, 'GET', path)
      return { digest }
    }
  },
}
