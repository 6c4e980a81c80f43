import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { roles, type Role } from '#contract/access.ts'
import { channelRules, payTypes, type PayType } from '#contract/channel-catalogue/entry.ts'
import { readHistory } from '#contract/audit-log.ts'
import type { CatalogueChannel } from '#contract/channel-shapes.ts'
import { listPayoutCatalogue, listPayoutChannels, type Connection, type PayChannel } from '#contract/channels.ts'
import { may } from '#test/every-call/access-matrix.ts'
import { openConnecting, working, type Connecting, type Shop } from './fixtures.ts'

/** Channels for payouts, which other people configure than those for payments. */
let connecting: Connecting
let shop: Shop
beforeAll(async () => {
  connecting = await openConnecting()
})
afterAll(() => connecting.close())
beforeEach(async () => {
  Object.assign(connecting.script, { says: () => working, registers: async () => null, asked: [], registered: [] })
  shop = await connecting.newShop()
})

const xendit = { secret_key: 'xnd_development_0123456789', callback_token: 'a-token-of-call-backs' }
const addPayout = (channel: string, body: object = {}) =>
  shop.ask<Connection>('POST', `add-paychannel/${channel}`, { creds: {}, pay_type: 'PAYOUT', ...body })
const keysOf = async (path: string) => (await shop.ask<PayChannel[]>('GET', path)).content.map(({ key }) => key)

describe('a channel for payouts', () => {
  it('is listed, connected and tested as others are, beside those for payments', async () => {
    const catalogue = async () => (await shop.ask<CatalogueChannel[]>('GET', listPayoutCatalogue.path)).content
    expect(
      (await catalogue()).map(({ key, payouts, is_set_up }) => [key, payouts?.virtual_accounts, is_set_up]),
    ).toEqual([
      ['XENDIT', false, false],
      ['BANK_FILE', false, false],
      ['SIMULATOR', true, false],
    ])
    const added = await addPayout('XENDIT', { creds: xendit, name: 'Salaries' })
    expect(added.status, added.answer.text).toBe(200)
    expect(added.content).toMatchObject({ key: 'XENDIT', pay_type: 'PAYOUT', is_va_flow: false, is_enabled: true })
    expect(connecting.script.asked).toEqual([{ name: 'xendit', credentials: xendit, environment: 'sandbox' }])
    expect((await addPayout('SIMULATOR', { is_va_flow: true })).content).toMatchObject({
      key: 'SIMULATOR_2',
      pay_type: 'PAYOUT',
      is_va_flow: true,
      is_enabled: true,
    })
    expect(await keysOf(listPayoutChannels.path)).toEqual(['XENDIT', 'SIMULATOR_2'])
    expect(await keysOf('pay-channels/SIMULATOR?payType=PAYIN')).toEqual(['SIMULATOR'])
    expect(await keysOf('pay-channels/SIMULATOR?payType=PAYOUT')).toEqual(['SIMULATOR_2'])
    expect(await keysOf('pay-channels/SIMULATOR')).toEqual(['SIMULATOR', 'SIMULATOR_2'])
    expect(await catalogue()).toMatchObject([
      { key: 'XENDIT', is_set_up: true, connections: ['XENDIT'], is_full: false },
      { key: 'BANK_FILE', is_set_up: false, connections: [] },
      { key: 'SIMULATOR', is_set_up: true, connections: ['SIMULATOR_2'] },
    ])
    const payins = await shop.ask<CatalogueChannel[]>('POST', 'list-pay-channels', {})
    expect(payins.content.find(({ key }) => key === 'XENDIT')).toMatchObject({ is_set_up: false, connections: [] })
  })

  it('is refused where the catalogue pays nothing out, and with virtual accounts that it has not', async () => {
    const refused = async (asked: Promise<{ status: number; reason: string; errors: { path: string }[] }>) => {
      const { status, reason, errors } = await asked
      return [status, reason, ...errors.map(({ path }) => path)]
    }
    expect(await refused(addPayout('PAYPAL'))).toEqual([400, 'PAYMENT_CHANNEL_NOT_SUPPORTED'])
    expect(await refused(addPayout('ADYEN'))).toEqual([400, 'PAYMENT_CHANNEL_NOT_SUPPORTED'])
    const impossible = [400, 'PAYMENT_METHOD_CONFIGURATION_ERROR', 'is_va_flow']
    expect(await refused(addPayout('XENDIT', { creds: xendit, is_va_flow: true }))).toEqual(impossible)
    expect(await refused(addPayout('SIMULATOR', { pay_type: 'PAYIN', is_va_flow: true }))).toEqual(impossible)
    expect(connecting.script.asked).toEqual([])
    await addPayout('XENDIT', { creds: xendit })
    const update = (channel: string, is_va_flow: boolean) =>
      shop.ask<Connection>('POST', `update-paychannel/${channel}`, { is_va_flow })
    expect(await refused(update('XENDIT', true))).toEqual(impossible)
    await addPayout('SIMULATOR')
    expect((await update('SIMULATOR_2', true)).content).toMatchObject({ is_va_flow: true })
    expect((await update('SIMULATOR_2', false)).content).toMatchObject({ is_va_flow: false })
  })

  it('takes no payment: it has no ways, no rule may name it, and it is not among the channels of payments', async () => {
    await addPayout('XENDIT', { creds: xendit })
    expect((await shop.ask<unknown[]>('GET', 'pay-methods/XENDIT')).content).toEqual([])
    const card = { methods: [{ type: 'CARD', is_enabled: true }] }
    expect((await shop.ask('POST', 'update-pay-methods/XENDIT', card)).reason).toBe('INVALID_PAYMENT_METHOD')
    const rows = await connecting.rows(
      `select from payment_methods where merchant_id = $1 and channel_key = 'XENDIT'`,
      shop.merchant.merchantId,
    )
    expect(rows).toEqual([])
    const rule = await shop.ask('POST', '/merchants/txn-router/create', {
      name: 'To Xendit',
      channels: [{ channel_key: 'XENDIT', rank: 1 }],
    })
    expect([rule.status, rule.errors.map(({ path }) => path)]).toEqual([400, ['channels.0.channel_key']])
  })

  it('does not keep the onboarding complete when the last channel for payments is off', async () => {
    await addPayout('SIMULATOR')
    const configured = 'pay-channels/SIMULATOR?payType=PAYOUT'
    expect((await shop.ask('GET', configured)).status).toBe(200)
    await connecting.rows(
      `update payment_channels set is_enabled = false where merchant_id = $1 and pay_type = 'PAYIN'`,
      shop.merchant.merchantId,
    )
    // What opens with the onboarding is closed again, the channels for payouts among it.
    expect(await shop.ask('GET', configured)).toMatchObject({ status: 403, reason: 'ROLE_NOT_ALLOWED' })
    const denied = await connecting.rows<{ why: string }>(
      `select why from audit_events where merchant_id = $1 and result = 'denied'`,
      shop.merchant.merchantId,
    )
    expect(denied).toEqual([{ why: 'not_onboarded' }])
  })

  it('has a history of its own', async () => {
    await addPayout('SIMULATOR')
    const history = (object: string) =>
      shop.ask<{ action: string }[]>('POST', readHistory.path, { object, ref: 'SIMULATOR_2' })
    const { answer, content } = await history('payout-channel')
    expect(answer.status, answer.text).toBe(200)
    expect(content.map(({ action }) => action)).toEqual(['channel.add'])
    expect(await history('channel')).toMatchObject({ status: 404 })
  })
})

describe('who may configure a channel', () => {
  it('is decided by its pay type, for each role and call', { timeout: 60_000 }, async () => {
    await addPayout('SIMULATOR')
    const channels: Record<PayType, string> = { PAYIN: 'SIMULATOR', PAYOUT: 'SIMULATOR_2' }
    const calls = (payType: PayType, key: string) =>
      [
        ['POST', 'list-pay-channels', { pmt_type: payType }],
        ['GET', `pay-channels/SIMULATOR?payType=${payType}`],
        ['POST', 'add-paychannel/SIMULATOR', { creds: {}, pay_type: payType, name: 'Simulator' }],
        ['POST', `update-paychannel/${key}`, { country: 'GLOBAL' }],
        ['POST', `paychannel/${key}`, { is_enabled: true }],
        ['POST', `/api/channels/{id}/${key}/test`, {}],
        ['GET', `pay-methods/${key}`],
        ['POST', `update-pay-methods/${key}`, { methods: [] }],
      ] as const
    const holds = async (role: Role) => {
      const session = await connecting.testApp.signIn(shop.merchant, { roles: [role] })
      const ask = connecting.askAs({ merchant: shop.merchant, session })
      const seen = payTypes.filter((payType) => may(channelRules[payType], 'ordinary', role))
      for (const payType of payTypes)
        for (const [method, path, body] of calls(payType, channels[payType])) {
          const { status, reason } = await ask(method, path, body)
          const denied = status === 403 && reason === 'ROLE_NOT_ALLOWED'
          expect(status, path).toBeLessThan(500)
          expect({ role, payType, path, may: !denied }).toEqual({ role, payType, path, may: seen.includes(payType) })
        }
      // The lists of all have what the role may see, and are denied to who sees nothing.
      for (const path of ['paychannels', 'pay-channels/SIMULATOR']) {
        const { status, content } = await ask<PayChannel[]>('GET', path)
        expect({ role, path, keys: status === 403 ? [] : content.map(({ key }) => key).toSorted() }).toEqual({
          role,
          path,
          keys: seen.map((payType) => channels[payType]),
        })
      }
    }
    for (let at = 0; at < roles.length; at += 4) await Promise.all(roles.slice(at, at + 4).map(holds))
    // Denied before the provider was asked, and nothing was made on the way.
    expect(await keysOf('paychannels')).toEqual(['SIMULATOR', 'SIMULATOR_2'])
  })
})
