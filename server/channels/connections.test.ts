import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connection, PayChannel } from '#contract/channels.ts'
import { masterOf } from '#server/master-merchants/fixtures.ts'
import { openConnecting, stripeKeys, working, type Connecting, type StripeShop } from './fixtures.ts'

/** Connected channels: their credentials and their state. */
let connecting: Connecting
let shop: StripeShop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  shop = await connecting.stripeShop()
})

const turn = (is_enabled: boolean) => shop.ask<PayChannel>('POST', 'paychannel/STRIPE', { is_enabled })
const row = async () => {
  const [found] = await connecting.rows<{ creds_sealed: Buffer }>(
    `select * from payment_channels where merchant_id = $1 and channel_key = 'STRIPE'`,
    shop.merchant.merchantId,
  )
  if (!found) throw new Error('no channel')
  return found
}
const changes = async () => {
  const [last] = await connecting.rows<{ action: string; changes: object }>(
    'select action, changes from audit_events where merchant_id = $1 order by seq desc limit 1',
    shop.merchant.merchantId,
  )
  return last
}
const told = () =>
  connecting.rows(
    `select kind, facts from notices where merchant_id = $1 and kind like 'channel%'`,
    shop.merchant.merchantId,
  )

describe('a change', () => {
  it('of the name asks nobody', async () => {
    connecting.script.asked = []
    const { content } = await shop.update({ name: 'Main', country: 'SG', creds: { secret_key: '' } })
    expect(content).toMatchObject({ name: 'Main', country: 'SG' })
    expect(connecting.script.asked).toEqual([])
    expect(await changes()).toMatchObject({
      action: 'channel.update',
      changes: { name: { before: 'Stripe', after: 'Main' }, country: { before: 'GLOBAL', after: 'SG' } },
    })
  })

  it('of credentials is tested, sealed anew and masked; what is blank or its mask stays', async () => {
    const before = await row()
    const { creds } = await shop.shown()
    const { status } = await shop.update({ creds: { ...creds, secret_key: 'rk_test_9876543210' } })
    expect(status).toBe(200)
    expect(connecting.script.asked.at(-1)?.credentials).toEqual({ ...stripeKeys, secret_key: 'rk_test_9876543210' })
    expect(await shop.opened()).toEqual({ ...stripeKeys, secret_key: 'rk_test_9876543210' })
    expect((await row()).creds_sealed.equals(before.creds_sealed)).toBe(false)
    expect(await changes()).toMatchObject({
      changes: { 'creds.secret_key': { before: '***************789', after: '***************210' } },
    })
  })

  it('that is refused leaves what was there, and so does one of a silent provider while the channel takes payments', async () => {
    connecting.script.says = () => ({ kind: 'refused', field: 'secret_key', providerText: 'No such key' })
    expect(await shop.update({ creds: { secret_key: 'sk_test_9876543210' } })).toMatchObject({
      status: 400,
      errors: [{ path: 'creds.secret_key', params: { words: 'No such key' } }],
    })
    connecting.script.says = () => ({ kind: 'silent', why: 'timeout' })
    expect(await shop.update({ creds: { secret_key: 'sk_test_9876543210' } })).toMatchObject({
      status: 503,
      errors: [{ reason: 'not_changed' }],
    })
    expect(await shop.opened()).toEqual(stripeKeys)
    expect(await shop.shown()).toMatchObject({ is_enabled: true, credentials_state: 'working' })
    await turn(false)
    expect(await shop.update({ creds: { secret_key: 'sk_test_9876543210' } })).toMatchObject({
      status: 503,
      errors: [{ reason: 'kept_unverified' }],
    })
    expect(await shop.opened()).toEqual({ ...stripeKeys, secret_key: 'sk_test_9876543210' })
    expect(await shop.shown()).toMatchObject({ is_enabled: false, credentials_state: 'unverified' })
  })

  it('that was tested beside other credentials than there are now is refused', async () => {
    connecting.script.says = async () => {
      await connecting.rows('update payment_channels set credentials_version = credentials_version + 1 where merchant_id = $1', shop.merchant.merchantId) // prettier-ignore
      return working
    }
    expect((await shop.update({ creds: { secret_key: 'sk_test_9876543210' } })).reason).toBe('CHANGED_MEANWHILE')
    expect((await shop.test()).reason).toBe('CHANGED_MEANWHILE')
    expect(await shop.opened()).toEqual(stripeKeys)
  })

  it('holds no connection of the database while the provider is asked', async () => {
    let free = -1
    connecting.script.says = async () => {
      const busy = await connecting.rows(
        `select from pg_stat_activity where usename = 'countinghouse_app' and datname = current_database() and state like 'idle in transaction%'`,
      )
      free = busy.length
      return working
    }
    await shop.test()
    expect(free).toBe(0)
  })
})

describe('a switch', () => {
  it('off begins no payment and changes nothing else; on asks about credentials that are not known to work', async () => {
    connecting.script.asked = []
    expect((await turn(false)).content).toMatchObject({
      key: 'STRIPE',
      is_enabled: false,
      credentials_state: 'working',
    })
    expect(await changes()).toMatchObject({
      action: 'channel.switch',
      changes: { is_enabled: { before: true, after: false } },
    })
    expect(await shop.opened()).toEqual(stripeKeys)
    expect((await turn(true)).content.is_enabled).toBe(true)
    expect(connecting.script.asked).toEqual([])

    await turn(false)
    connecting.script.says = () => ({ kind: 'refused', field: 'secret_key', providerText: 'Expired' })
    await shop.test()
    expect((await turn(true)).reason).toBe('PAYMENT_AUTHENTICATION_ERROR')
    connecting.script.says = () => ({ kind: 'silent', why: '' })
    expect(await turn(true)).toMatchObject({ status: 503, errors: [{ reason: 'not_changed' }] })
    expect(await shop.shown()).toMatchObject({ is_enabled: false, credentials_state: 'refused' })
    connecting.script.says = () => working
    expect((await turn(true)).content).toMatchObject({ is_enabled: true, credentials_state: 'working' })
  })

  it('on of the first channel completes the onboarding of an approved merchant', async () => {
    await connecting.rows(
      `update merchants set kyc_status = 'APPROVED' where merchant_id = $1`,
      shop.merchant.merchantId,
    )
    await connecting.rows(
      'update payment_channels set is_enabled = false where merchant_id = $1',
      shop.merchant.merchantId,
    )
    const onboarded = async () => {
      const { text } = await connecting.testApp.call(shop.session, 'GET', '/api/account/session')
      return /"onboarding_completed":true/.test(text)
    }
    expect(await onboarded()).toBe(false)
    await turn(true)
    expect(await onboarded()).toBe(true)
  })
})

describe('a test', () => {
  it('says what the provider said, and keeps it; refused credentials disable nothing', async () => {
    connecting.script.says = () => ({ kind: 'refused', field: 'secret_key', providerText: 'Expired' })
    const { status, content } = await shop.test()
    expect(status).toBe(200)
    expect(content).toMatchObject({
      tested: 'refused',
      field: 'secret_key',
      credentials_state: 'refused',
      is_enabled: true,
      check: { text: 'Expired' },
    })
    expect(content.checked_at).not.toBeNull()
    expect(await changes()).toMatchObject({
      action: 'channel.test',
      changes: { credentials_state: { before: 'working', after: 'refused' } },
    })
    expect(await told()).toEqual([{ kind: 'channel_refused', facts: { channel: 'STRIPE', name: 'Stripe' } }])
    await shop.test()
    expect(await told()).toHaveLength(1)
    connecting.script.says = () => ({ kind: 'silent', why: 'timeout' })
    expect((await shop.test()).content).toMatchObject({ tested: 'silent', field: '', credentials_state: 'refused' })
    connecting.script.says = () => working
    expect((await shop.test()).content).toMatchObject({
      tested: 'working',
      credentials_state: 'working',
      check: { text: '' },
    })
  })
})

describe('a lent channel', () => {
  it('is shown to who has it, and changed by its lender alone, at once for both', async () => {
    const master = await masterOf(connecting.testApp)
    const owned = await master.add({ name: 'Borrower', use_master_merchant_creds: true, country: 'SG' })
    const added = await master.ask('POST', '/merchants/{key}/add-paychannel/STRIPE', { creds: stripeKeys })
    expect(added.status, added.text).toBe(200)
    const own = async () => {
      const { body } = await master.ask('GET', `/merchants/${owned.key}/pay-channels/STRIPE`)
      return (body.content as unknown as Connection[])[0]
    }
    expect(await own()).toMatchObject({
      is_lent: true, is_enabled: true, credentials_state: 'working', creds: {}, callback_url: '', check: { account: '' },
    }) // prettier-ignore
    for (const [path, body] of [
      [`/merchants/${owned.key}/update-paychannel/STRIPE`, { name: 'x' }],
      [`/merchants/${owned.key}/paychannel/STRIPE`, { is_enabled: false }],
      [`/merchants/${owned.key}/update-pay-methods/STRIPE`, { methods: [{ type: 'CARD', is_enabled: false }] }],
      [`/api/channels/${owned.key}/STRIPE/test`, {}],
    ] as const)
      expect((await master.ask('POST', path, body)).body['status_reason'], path).toBe('PAYMENT_CHANNEL_LENT')
    await master.ask('POST', '/merchants/{key}/update-pay-methods/STRIPE', {
      methods: [{ type: 'QR_CODE', sub_type: 'PAYNOW', is_default: true, limits: [{ currency: 'SGD', minimum: 5 }] }],
    })
    const { body } = await master.ask('GET', `/merchants/${owned.key}/pay-methods/STRIPE`)
    expect(
      (body.content as unknown as { sub_type: string }[]).find(({ sub_type }) => sub_type === 'PAYNOW'),
    ).toMatchObject({
      is_default: true,
      limits: expect.arrayContaining([expect.objectContaining({ currency: 'SGD', minimum: 5 })]),
    })
    await master.ask('POST', '/merchants/{key}/paychannel/STRIPE', { is_enabled: false })
    expect(await own()).toMatchObject({ is_enabled: false })
  })
})
