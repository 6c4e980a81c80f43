import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CurrencyPair, DataSources, ReconChannel } from '#contract/recon-sources.ts'
import { openReconciling, type Reconciling } from '#server/recon-files/fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping({
    currency: '',
    input_header: {
      date: 'Date', amount: 'Gross', txn_type: 'Type', txn_ref: 'Reference', fee: 'Fee',
      currency: 'Currency', net: 'Net', net_currency: 'Settled in', country: 'Country',
    },
  }) // prettier-ignore
})
afterAll(() => recon.close())

const titles = 'Date,Type,Reference,Gross,Fee,Currency,Net,Settled in,Country'
/** A settlement with a line of each day, in these currencies. */
const lines = (days: readonly string[], currencies = 'EUR,9,USD,DE') =>
  Buffer.from([titles, ...days.map((day) => `${day} 10:00:00,Payment,r-${day},10,1,${currencies}`)].join('\n')) // prettier-ignore
const settlements = async () =>
  recon
    .dataOf<DataSources>(await recon.ask('GET', '/merchants/recon/v3/data-sources'))
    .list.find(({ data_source }) => data_source === 'SIMULATOR_SETTLEMENT')
const channel = async () =>
  recon
    .dataOf<ReconChannel[]>(await recon.ask('GET', '/merchants/recon/channels'))
    .find(({ payment_channel_key }) => payment_channel_key === 'SIMULATOR')
const pairs = async () =>
  recon.dataOf<CurrencyPair[]>(
    await recon.ask('GET', `/merchants/${recon.merchant.key}/paychannel/SIMULATOR/currency-mapping`),
  )
const crossed = { currency: 'EUR', settlement_currency: 'USD', country: 'DE' }

describe('what a channel shows of its files', () => {
  it('is the first and last day of all records that count, its newest file and the currencies that they are in', async () => {
    expect(await settlements()).toMatchObject({ from: null, to: null })
    expect(await pairs()).not.toContainEqual(crossed)
    const march = await recon.loadHere(lines(['2026-03-01', '2026-03-05']), 'march.csv')
    expect(march).toMatchObject({ status: 'Success', loaded: 2 })
    const february = await recon.loadHere(lines(['2026-02-10', '2026-02-11'], 'SGD,9,SGD,SG'), 'february.csv')
    expect(await settlements()).toMatchObject({ from: '2026-02-10', to: '2026-03-05' })
    expect((await channel())?.last_file).toMatchObject({ recon_id: february.recon_id, file_name: 'february.csv' })
    expect(await pairs()).toContainEqual(crossed)
  })

  it('does not count what is withdrawn, a file that nobody has begun, nor one that was refused', async () => {
    const april = await recon.loadHere(lines(['2026-04-30'], 'JPY,9,JPY,JP'), 'april.csv')
    await recon.keep(lines(['2027-01-01']), 'kept.csv')
    expect(await settlements()).toMatchObject({ to: '2026-04-30' })
    const yen = { currency: 'JPY', settlement_currency: 'JPY', country: 'JP' }
    expect(await pairs()).toContainEqual(yen)
    await recon.act(april.recon_id, 'withdraw')
    await recon.work()
    expect(await settlements()).toMatchObject({ from: '2026-02-10', to: '2026-03-05' })
    expect((await pairs()).filter((pair) => pair.country === 'JP' && pair.currency === 'JPY')).toEqual(
      (await methodsOnly()).filter((pair) => pair.country === 'JP' && pair.currency === 'JPY'),
    )
  })

  it('says when the next file is expected, by the schedule of its sources', async () => {
    expect((await channel())?.next_expected).toBeNull()
    recon.testApp.clock.now = new Date('2026-03-02T09:00:00Z')
    const saved = await recon.ask('POST', `/api/recon/intake/${recon.merchant.key}/SIMULATOR/schedule`, {
      source: 'SIMULATOR_SETTLEMENT',
      rhythm: 'none',
      weekdays: [1, 2, 3, 4, 5],
      times: [],
      time_zone: 'Asia/Singapore',
      expected_by: '20:00',
    })
    expect(saved.status, saved.text).toBe(200)
    expect((await channel())?.next_expected).toBe('2026-03-02 12:00:00')
    recon.testApp.clock.now = null
  })
})

/** The currencies of a merchant without files: those that the methods take. */
async function methodsOnly(): Promise<CurrencyPair[]> {
  const other = await recon.testApp.addMerchant()
  const session = await recon.testApp.signIn(other)
  const path = `/merchants/${other.key}/paychannel/SIMULATOR/currency-mapping`
  return recon.dataOf<CurrencyPair[]>(await recon.ask('GET', path, undefined, session))
}
