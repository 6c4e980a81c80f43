import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CurrencyPair, DataSources, ReconChannel } from '#contract/recon-sources.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
})

const dataOf = <T>({ body }: Answer): T => (body as unknown as { data: T }).data
const sources = async () => {
  const answer = await testApp.call(admin, 'GET', '/merchants/recon/v3/data-sources')
  expect(answer.body).toMatchObject({ success: true, status_code: '2000', message: 'SUCCESS' })
  return dataOf<DataSources>(answer)
}
const save = (source: object) => testApp.call(admin, 'POST', '/api/recon/sources', source)
const map = (changes: object = {}) =>
  testApp.call(admin, 'POST', '/merchants/recon/file-mapping', {
    payment_channel_key: 'SIMULATOR',
    engine_source: 'SHEET',
    display_name: 'Daily settlement',
    file_type: 'recon',
    source_date_format: 'YYYY-MM-DD',
    currency: 'SGD',
    input_header: { date: 'Date', amount: 'Amount', txn_type: 'Type', txn_ref: 'Ref' },
    reading: { types: { Sale: 'payment' } },
    ...changes,
  })

describe('a source', () => {
  it('of our own transactions is there with its channel, and others come with mappings', async () => {
    expect((await sources()).list).toEqual([
      {
        data_source: 'SIMULATOR_TXN',
        category: 'PAYMENT_GATEWAY',
        payment_channel_key: 'SIMULATOR',
        currency: '',
        config: { is_sku_level: false },
        from: null,
        to: null,
      },
    ])
    await map()
    await map({ display_name: 'Bank', source_type: 'BANK', file_prefix: 'bank_' })
    const { list, map: byName, selection } = await sources()
    expect(list.map(({ data_source, category }) => [data_source, category])).toEqual([
      ['SIMULATOR_BANK', 'BANK'],
      ['SIMULATOR_SETTLEMENT', 'PSP'],
      ['SIMULATOR_TXN', 'PAYMENT_GATEWAY'],
    ])
    expect(byName['SIMULATOR_BANK']).toEqual(list[0])
    expect(selection['SIMULATOR_TXN']).toEqual([
      { data_source: 'SIMULATOR_BANK', msm_id: null, from: null, to: null },
      { data_source: 'SIMULATOR_SETTLEMENT', msm_id: 1, from: null, to: null },
    ])
  })

  it('keeps its category and channel, and our own transactions cannot be made', async () => {
    const made = { data_source: 'HOUSE_BANK', category: 'BANK' }
    expect((await save(made)).status).toBe(200)
    const changed = await save({ ...made, currency: 'THB', config: { is_sku_level: true } })
    expect(dataOf(changed)).toMatchObject({ currency: 'THB', config: { is_sku_level: true } })
    expect((await save({ ...made, category: 'PSP' })).status).toBe(400)
    expect((await save({ data_source: 'MINE_TXN', category: 'PAYMENT_GATEWAY' })).status).toBe(400)
    const own = { data_source: 'SIMULATOR_TXN', category: 'PAYMENT_GATEWAY', config: { is_sku_level: true } }
    expect((await save(own)).status).toBe(200)
    const { list } = await sources()
    expect(list.map(({ data_source, config }) => [data_source, config.is_sku_level])).toEqual([
      ['HOUSE_BANK', true],
      ['SIMULATOR_TXN', true],
    ])
  })

  it.each(['ab', 'lower_case', 'WITH-DASH', 'X'.repeat(41)])('is not named %s', async (data_source) => {
    expect((await save({ data_source, category: 'BANK' })).status).toBe(400)
  })

  it('is one of a hundred at most', async () => {
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `insert into recon_sources (merchant_id, environment, data_source, category, created_at, created_by)
         select $1, 'sandbox', 'BANK_' || n, 'BANK', now(), '' from generate_series(1, 100) n`,
        [merchant.merchantId],
      ),
    )
    expect((await save({ data_source: 'ONE_MORE', category: 'BANK' })).body['status_reason']).toBe(
      'INVALID_MAXIMUM_AMOUNT_LIMIT',
    )
  })
})

it('a channel is set up for reconciliation once a mapping in use reads its settlements', async () => {
  const channels = async () => dataOf<ReconChannel[]>(await testApp.call(admin, 'GET', '/merchants/recon/channels'))
  expect(await channels()).toMatchObject([{ payment_channel_key: 'SIMULATOR', is_set_up: false, last_file: null }])
  const { rfm_id } = dataOf<{ rfm_id: string }>(await map())
  expect(await channels()).toMatchObject([
    { is_set_up: true, sources: [{ data_source: 'SIMULATOR_SETTLEMENT' }, { data_source: 'SIMULATOR_TXN' }] },
  ])
  await map({ parent_rfm_id: rfm_id, is_enabled: false })
  expect(await channels()).toMatchObject([{ is_set_up: false }])
})

it('the currencies of a channel are those that its methods take', async () => {
  const path = `/merchants/${merchant.key}/paychannel/SIMULATOR/currency-mapping`
  const pairs = dataOf<CurrencyPair[]>(await testApp.call(admin, 'GET', path))
  expect(pairs.length).toBeGreaterThan(0)
  for (const { currency, settlement_currency } of pairs) expect(settlement_currency).toBe(currency)
  expect((await testApp.call(admin, 'GET', path.replace('SIMULATOR', 'NO_CHANNEL'))).status).toBe(404)
})
