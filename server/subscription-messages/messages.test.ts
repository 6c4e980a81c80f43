import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSubscribing, type Subscribing } from './fixtures.ts'

/** What customers of subscriptions are told, through the calls of merchants and shoppers. */

let shop: Subscribing
beforeAll(async () => {
  shop = await openSubscribing()
})
afterAll(() => shop.close())

const subjects = async (to: string) => (await shop.mails(to)).map(({ subject }) => subject)
const toThem = (email: string, more: object = {}) => ({ customer_email_address: email, ...more })

describe('the customer of a subscription', () => {
  it('gets the link where that was asked for, and is told of set-up and payment once each', async () => {
    const to = 'mei@sub.example'
    const ref = await shop.subscribe(toThem(to, { notify_by_email: true }))
    await shop.run()
    const [link, ...more] = await shop.mails(to)
    expect(more).toEqual([])
    expect(link?.subject).toMatch(/^Set up your subscription with /)
    expect(link?.text).toContain('Gold, 30.00 SGD every month.')
    expect(link?.text).toMatch(new RegExp(`^https?://[^\\n]*/pay/${ref}\\?lang=en$`, 'm'))

    await shop.setUp(ref)
    expect(await shop.read(ref)).toMatchObject({ status: 'active', collected_count: 1 })
    const [, ...told] = await shop.mails(to)
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your receipt from .*: 30.00 SGD$/),
      expect.stringMatching(/^Your subscription with .* is set up$/),
    ])
    expect(told[0]?.text).toContain('Gold: 30.00 SGD\nPaid: 30.00 SGD')
    expect(told[0]?.text).toMatch(/^View receipt:\nhttps?:\/\/[^\n]*\/receipts\/\w{27}\?lang=en$/m)
    expect(told[1]?.text).toContain("It's paid with Visa •••• 4242.")
    expect(told[1]?.text).toMatch(/Your next payment of 30.00 SGD is on /)
    expect(told[1]?.text).toMatch(new RegExp(`/pay/manage/${ref}\\?lang=en#[\\w-]{47}$`, 'm'))
    await shop.run()
    expect(await subjects(to)).toHaveLength(3)
  })
})
