import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import type { CountryMethod, SoldCountry } from '#contract/remittance-methods.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import type { Answer } from '#test/test-app.ts'

/** What a merchant sets of its ways to pay by country, and what shoppers are offered then. */
let paying: Paying
beforeAll(async () => {
  paying = await openPaying()
  await paying.sql('update merchants set cross_border_enabled = true where merchant_id = $1')
  await paying.sql(`delete from payment_methods where merchant_id = $1 and sub_type = 'MOMO'`)
})
afterAll(() => paying.close())
beforeEach(async () => {
  await paying.sql('delete from country_methods where merchant_id = $1')
  await paying.sql(`delete from payment_methods where merchant_id = $1 and channel_key <> 'SIMULATOR'`)
  await paying.sql('update payment_methods set is_enabled = true where merchant_id = $1')
  await paying.sql(`update payment_channels set country = 'GLOBAL' where merchant_id = $1`)
})

const grabPay = { type: 'WALLET', sub_type: 'GRABPAY' }
const payNow = { type: 'QR_CODE', sub_type: 'PAYNOW' }
const at = (channel = 'SIMULATOR') => ({ payment_channel_key: channel })
const reasonOf = ({ body }: Answer) => String(body['status_reason'])
const contentOf = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.content as unknown as T
}

const listed = async () =>
  contentOf<SoldCountry[]>(
    await paying.call('GET', `/merchants/${paying.merchant.key}/cross-border/pay-methods/countries`),
  )
const save = (country: string, ...methods: object[]) =>
  paying.call('POST', `/merchants/${paying.merchant.key}/update-pay-methods/${country}`, { methods })
const saved = async (country: string, ...methods: object[]) => contentOf<SoldCountry>(await save(country, ...methods))
const country = async (code: string) => (await listed()).find((one) => one.country === code)
const wayIn = (sold: SoldCountry | undefined, way: typeof grabPay, channel = 'SIMULATOR'): CountryMethod | undefined =>
  sold?.methods.find(
    ({ type, sub_type, payment_channel_key }) =>
      type === way.type && sub_type === way.sub_type && payment_channel_key === channel,
  )
/** A way by which something can be paid once. */
const isOnce = ({ type, why }: CountryMethod) => why === null && !type.startsWith('SUBSCRIPTION')
/** The ways that a shopper is offered, `TYPE.SUB_TYPE` each, in their order. */
async function offered(code: string, currency: string): Promise<string[]> {
  const path = `/merchants/${paying.merchant.key}/paymethodsbyKey?country_code=${code}&currency=${currency}&amount=100`
  const byMethod = contentOf<Record<string, { sub_type: string }[]>>(await paying.call('GET', path))
  return Object.entries(byMethod).flatMap(([type, ways]) => ways.map(({ sub_type }) => `${type}.${sub_type}`))
}

/** Another channel of the simulator with the same ways, none of them the default. */
async function connectSecond(): Promise<void> {
  await paying.sql(`insert into payment_channels (merchant_id, environment, channel_key, catalogue_key, provider, name, is_enabled, creds_sealed, created_at)
    select merchant_id, environment, 'SIMULATOR_2', catalogue_key, provider, 'Second', true, creds_sealed, created_at + interval '1 second'
    from payment_channels where merchant_id = $1 and channel_key = 'SIMULATOR' on conflict do nothing`)
  await paying.sql(`insert into payment_methods (merchant_id, environment, channel_key, type, sub_type)
    select merchant_id, environment, 'SIMULATOR_2', type, sub_type from payment_methods
    where merchant_id = $1 and channel_key = 'SIMULATOR'`)
}

describe('the countries', () => {
  it('begin with GLOBAL, and have the ways of channels that are paid there, with what is missing', async () => {
    const [everywhere, ...others] = await listed()
    expect(everywhere).toMatchObject({ country: 'GLOBAL', is_own: false })
    expect(others.map((one) => one.country)).toEqual(expect.arrayContaining(['SG', 'VN', 'CH']))
    const singapore = others.find((one) => one.country === 'SG')
    expect(singapore).toMatchObject({ currency: 'SGD', is_own: false })
    expect(wayIn(singapore, payNow)).toEqual({
      ...payNow,
      display_name: 'PayNow',
      payment_channel_key: 'SIMULATOR',
      payment_channel_name: 'Simulator',
      is_enabled: true,
      is_default: false,
      tokenization_possible: false,
      logo: '',
      limits: expect.any(Array),
      why: null,
    })
    const vietnam = others.find((one) => one.country === 'VN')
    expect(vietnam?.currency).toBe('VND')
    expect(wayIn(vietnam, payNow)).toBeUndefined()
    expect(wayIn(vietnam, { type: 'WALLET', sub_type: 'MOMO' }, '')).toMatchObject({
      is_enabled: false,
      why: 'no_channel',
    })
    // A country without a currency of ours is sold to in dollars.
    expect(others.find((one) => one.country === 'CH')?.currency).toBe('USD')
  })

  it('are those that a channel can sell to, and no others can be set', async () => {
    await paying.sql(`update payment_channels set country = 'SG' where merchant_id = $1`)
    expect((await listed()).map((one) => one.country)).toEqual(['GLOBAL', 'SG'])
    const refused = await save('VN', { type: 'CARD', sub_type: 'INT_CREDIT_CARD', ...at(), is_enabled: false })
    expect([refused.status, reasonOf(refused)]).toEqual([404, faults.notFound.reason])
  })

  it('never get back by a setting what the channel has off', async () => {
    await paying.sql(`update payment_methods set is_enabled = false where merchant_id = $1 and sub_type = 'PAYNOW'`)
    const after = await saved('SG', { ...payNow, ...at(), is_enabled: true })
    expect(wayIn(after, payNow)).toMatchObject({ is_enabled: true, why: 'disabled' })
    expect(await offered('SG', 'SGD')).not.toContain('QR_CODE.PAYNOW')
  })
})

describe('a setting', () => {
  it('holds at once for new checkouts of its country, and for no other; what is in flight ends as it began', async () => {
    const token = await paying.simulator.token('4242424242424242')
    const card = { method: 'CARD', sub_type: 'INT_CREDIT_DEBIT_CARD', token }
    const begun = await paying.start(await paying.link({ country: 'SG' }), card)
    expect(begun.status, begun.text).toBe(200)
    const { method: type, sub_type } = card
    await saved('SG', { ...grabPay, ...at(), is_enabled: false }, { type, sub_type, ...at(), is_enabled: false })
    expect(await offered('SG', 'SGD')).not.toContain('WALLET.GRABPAY')
    expect(await offered('SG', 'SGD')).toContain('QR_CODE.PAYNOW')
    expect(await offered('MY', 'MYR')).toContain('WALLET.GRABPAY')
    const refused = await paying.start(await paying.link({ country: 'SG' }), { method: 'WALLET', sub_type: 'GRABPAY' })
    expect([refused.status, refused.reason]).toEqual([400, faults.channelMissing.reason])
    const another = await paying.start(await paying.link({ country: 'SG' }), card)
    expect([another.status, another.reason]).toEqual([400, faults.channelMissing.reason])
    await paying.settle(begun.orderRef)
    expect((await paying.read(begun.orderRef)).status).toBe('Success')
    await saved('SG', { ...grabPay, ...at(), is_enabled: true })
    expect(await offered('SG', 'SGD')).toContain('WALLET.GRABPAY')
  })

  it('of GLOBAL is for countries without settings of their own', async () => {
    await saved('SG', { ...payNow, ...at(), is_enabled: false })
    await saved('GLOBAL', { ...grabPay, ...at(), is_enabled: false })
    expect(await offered('SG', 'SGD')).toContain('WALLET.GRABPAY')
    expect(await offered('SG', 'SGD')).not.toContain('QR_CODE.PAYNOW')
    expect(await offered('MY', 'MYR')).not.toContain('WALLET.GRABPAY')
    expect(wayIn(await country('MY'), grabPay)).toMatchObject({ is_enabled: false, why: 'country_off' })
  })

  it('of GLOBAL is where the settings of a country begin, so that what is not sent stays', async () => {
    await saved('GLOBAL', { ...grabPay, ...at(), is_enabled: false })
    const after = await saved('SG', { ...payNow, ...at(), is_enabled: false })
    expect(after.is_own).toBe(true)
    expect(wayIn(after, grabPay)).toMatchObject({ is_enabled: false })
    await saved('GLOBAL', { ...grabPay, ...at(), is_enabled: true })
    expect(wayIn(await country('SG'), grabPay)).toMatchObject({ is_enabled: false })
    expect(wayIn(await country('MY'), grabPay)).toMatchObject({ is_enabled: true })
  })

  it('chooses the channel that takes a way first, and another one only there', async () => {
    await connectSecond()
    const takers = async (code: string, currency: string) => {
      const path = `/merchants/${paying.merchant.key}/paymethodsbyKey?country_code=${code}&currency=${currency}&amount=100`
      const ways = contentOf<Record<string, { sub_type: string; payment_channel_key: string }[]>>(
        await paying.call('GET', path),
      )
      return ways['WALLET']?.find(({ sub_type }) => sub_type === 'GRABPAY')?.payment_channel_key
    }
    const after = await saved('SG', { ...grabPay, ...at('SIMULATOR_2'), is_default: true })
    expect(wayIn(after, grabPay, 'SIMULATOR_2')?.is_default).toBe(true)
    expect([await takers('SG', 'SGD'), await takers('MY', 'MYR')]).toEqual(['SIMULATOR_2', 'SIMULATOR'])
    await saved('SG', { type: 'DIRECT_DEBIT', ...at('SIMULATOR_2'), is_default: true })
    const methods = [...new Set((await offered('SG', 'SGD')).map((name) => name.split('.')[0]))]
    expect(methods.slice(0, 3)).toEqual(['CARD', 'WALLET', 'DIRECT_DEBIT'])
    const moved = await saved('SG', { ...grabPay, ...at(), is_default: true })
    expect(moved.methods.filter((one) => one.sub_type === 'GRABPAY' && one.is_default)).toHaveLength(1)
    expect(await takers('SG', 'SGD')).toBe('SIMULATOR')
    await saved('SG', { ...grabPay, ...at(), is_enabled: false })
    expect(await takers('SG', 'SGD')).toBe('SIMULATOR_2')
  })

  it('leaves a country that is sold to with a way', async () => {
    const singapore = await country('SG')
    const all = (singapore?.methods ?? [])
      .filter(isOnce)
      .map(({ type, sub_type, payment_channel_key }) => ({ type, sub_type, payment_channel_key, is_enabled: false }))
    const [last, ...others] = all
    await saved('SG', ...others)
    const refused = await save('SG', last ?? {})
    expect([refused.status, reasonOf(refused)]).toEqual([409, faults.lastMethod.reason])
    expect(refused.body['errors']).toMatchObject([{ path: 'methods', params: { country: 'SG' } }])
    expect((await country('SG'))?.methods.filter(isOnce)).toHaveLength(1)
  })

  it('of GLOBAL leaves each country with a way, too', async () => {
    const [everywhere] = await listed()
    const all = (everywhere?.methods ?? [])
      .filter(isOnce)
      .map(({ type, sub_type, payment_channel_key }) => ({ type, sub_type, payment_channel_key, is_enabled: false }))
    // What is left is paid in Singapore alone.
    const refused = await save('GLOBAL', ...all.filter(({ sub_type }) => sub_type !== 'PAYNOW'))
    expect([refused.status, reasonOf(refused)]).toEqual([409, faults.lastMethod.reason])
    expect((await listed())[0]?.is_own).toBe(false)
  })

  it.each([
    ['a channel that is not connected', { ...grabPay, ...at('STRIPE') }, faults.channelUnknown.reason],
    ['a way that the channel has not there', { type: 'UPI', ...at() }, faults.methodUnknown.reason],
    [
      'a first choice that is off',
      { ...grabPay, ...at(), is_enabled: false, is_default: true },
      faults.methodImpossible.reason,
    ],
  ])('is refused for %s', async (_what, method, reason) => {
    expect(reasonOf(await save('SG', method))).toBe(reason)
    expect((await country('SG'))?.is_own).toBe(false)
  })

  it('is refused for a way that is given twice', async () => {
    const twice = { ...grabPay, ...at(), is_enabled: false }
    expect(reasonOf(await save('SG', twice, twice))).toBe(faults.methodImpossible.reason)
  })

  it('is in the audit log with what it was before', async () => {
    await saved('SG', { ...grabPay, ...at(), is_enabled: false })
    const [row] = await paying.sql<{ object_ref: string; changes: object }>(
      `select object_ref, changes from audit_events where merchant_id = $1 and action = 'country-methods.save' order by seq desc limit 1`,
    )
    expect(row).toEqual({
      object_ref: 'SG',
      changes: { 'WALLET.GRABPAY.SIMULATOR.is_enabled': { before: true, after: false } },
    })
  })

  it('is of one mode', async () => {
    await saved('SG', { ...grabPay, ...at(), is_enabled: false })
    const rows = await paying.sql<{ environment: string }>(
      'select distinct environment from country_methods where merchant_id = $1',
    )
    expect(rows).toEqual([{ environment: 'sandbox' }])
  })

  it('does nothing for a merchant that sells abroad no more', async () => {
    await saved('SG', { ...grabPay, ...at(), is_enabled: false })
    await paying.sql('update merchants set cross_border_enabled = false where merchant_id = $1')
    expect(await offered('SG', 'SGD')).toContain('WALLET.GRABPAY')
    await paying.sql('update merchants set cross_border_enabled = true where merchant_id = $1')
    expect(await offered('SG', 'SGD')).not.toContain('WALLET.GRABPAY')
  })
})
