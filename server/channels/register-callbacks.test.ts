import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConnecting, stripeKeys, working, type Connecting, type StripeShop } from './fixtures.ts'

/** What is registered at the providers of connected channels. */
let connecting: Connecting
let shop: StripeShop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  shop = await connecting.stripeShop()
})

describe('a registration', () => {
  it('keeps what belongs to the address with the credentials, once for as long as nothing changes', async () => {
    connecting.script.registers = async () => ({ credentials: { webhook_secret: 'whsec_0123456789' } })
    expect((await shop.shown()).callback_state).toBe('pending')
    await connecting.registrations()
    const { callback_state, callback_url, creds } = await shop.shown()
    expect(callback_state).toBe('registered')
    expect(connecting.script.registered).toEqual([callback_url])
    expect(Object.keys(creds)).not.toContain('webhook_secret')
    expect(await shop.opened()).toEqual({ ...stripeKeys, webhook_secret: 'whsec_0123456789' })
    await shop.test()
    await connecting.registrations()
    expect(connecting.script.registered).toHaveLength(1)
  })

  it('is made anew for new credentials; of another account, what was registered before is forgotten', async () => {
    connecting.script.registers = async () => ({ credentials: { webhook_secret: 'whsec_0123456789' } })
    await connecting.registrations()
    await shop.update({ creds: { secret_key: 'sk_test_9876543210' } })
    expect(await shop.opened()).toMatchObject({ webhook_secret: 'whsec_0123456789' })
    connecting.script.registers = async () => null
    connecting.script.says = () => ({ ...working, account: 'acct_2' }) as typeof working
    await shop.update({ creds: { secret_key: 'sk_test_0000000000' } })
    expect(await shop.opened()).toEqual({ ...stripeKeys, secret_key: 'sk_test_0000000000' })
    expect((await shop.shown()).callback_state).toBe('pending')
    connecting.script.registered = []
    await connecting.registrations()
    expect(connecting.script.registered).toHaveLength(1)
    expect((await shop.shown()).callback_state).toBe('registered')
  })

  it('is tried again when the provider does not do it', async () => {
    connecting.script.registers = () => Promise.reject(new Error('URL must be public'))
    await connecting.registrations()
    expect((await shop.shown()).callback_state).toBe('pending')
    connecting.script.registers = async () => null
    connecting.testApp.clock.now = new Date(Date.now() + 3_600_000)
    await connecting.registrations()
    connecting.testApp.clock.now = null
    expect((await shop.shown()).callback_state).toBe('registered')
  })
})
