import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconPair } from '#contract/recon-runs.ts'
import type { DataSources } from '#contract/recon-sources.ts'
import { openReconciling, type Reconciling } from '#server/recon-files/fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
})
afterAll(() => recon.close())

const pairs = async (as = recon.session) =>
  recon
    .dataOf<ReconPair[]>(await recon.ask('GET', '/api/recon/pairs', undefined, as))
    .map((pair) => `${pair.msm_id} ${pair.leg} ${pair.data_source_a} ${pair.data_source_b}`)
const saveSource = async (data_source: string, category: string, more: object = {}) =>
  recon.dataOf(await recon.ask('POST', '/api/recon/sources', { data_source, category, ...more }))

describe('pairs', () => {
  it('come into being with a mapping, once, however many are saved at once', async () => {
    expect(await pairs()).toEqual([])
    await Promise.all(['one*', 'two*', 'three*'].map((file_prefix) => recon.saveMapping({ file_prefix })))
    expect(await pairs()).toEqual(['1 settlement SIMULATOR_TXN SIMULATOR_SETTLEMENT'])
  })

  it('are numbered in turn when sources are made at once, and keep their numbers when these change', async () => {
    await Promise.all(
      ['HOUSE_BANK', 'OTHER_BANK', 'THIRD_BANK'].map((name) => saveSource(name, 'BANK', { currency: 'SGD' })),
    )
    const made = await pairs()
    expect(made.map((pair) => pair.split(' ')[0])).toEqual(['1', '2', '3', '4'])
    expect(made.slice(1).map((pair) => pair.split(' ').slice(1, 3))).toEqual(Array(3).fill(['bank', 'SIMULATOR_SETTLEMENT']))
    // In another currency the settlements are not paid out to them any more.
    await saveSource('SIMULATOR_SETTLEMENT', 'PSP', { payment_channel_key: 'SIMULATOR', currency: 'EUR' })
    await saveSource('EURO_BANK', 'BANK', { currency: 'EUR' })
    expect(await pairs()).toEqual([...made, '5 bank SIMULATOR_SETTLEMENT EURO_BANK'])
  })

  it('are of transactions that a merchant has from elsewhere too, and of no two sides of one kind', async () => {
    await saveSource('SHOP_LIST', 'MERCHANT', { payment_channel_key: 'SIMULATOR' })
    expect((await pairs()).slice(5)).toEqual(['6 settlement SHOP_LIST SIMULATOR_SETTLEMENT'])
  })

  it('are named where sources are chosen, from either side', async () => {
    const { selection } = recon.dataOf<DataSources>(await recon.ask('GET', '/merchants/recon/v3/data-sources'))
    const numberOf = (one: string, other: string) => selection[one]?.find(({ data_source }) => data_source === other)?.msm_id
    expect(numberOf('SIMULATOR_TXN', 'SIMULATOR_SETTLEMENT')).toBe(1)
    expect(numberOf('SIMULATOR_SETTLEMENT', 'SIMULATOR_TXN')).toBe(1)
    expect(numberOf('SIMULATOR_TXN', 'EURO_BANK')).toBe(null)
  })

  it('of another merchant begin at 1 too, and are nobody else\'s', async () => {
    const other = await recon.testApp.addMerchant()
    const session = await recon.testApp.signIn(other)
    expect(await pairs(session)).toEqual([])
    const body = { data_source: 'OTHERS_SETTLEMENT', category: 'PSP', payment_channel_key: 'SIMULATOR' }
    recon.dataOf(await recon.ask('POST', '/api/recon/sources', body, session))
    expect(await pairs(session)).toEqual(['1 settlement SIMULATOR_TXN OTHERS_SETTLEMENT'])
    expect((await recon.ask('POST', '/api/recon/runs', { msm_id: 6 }, session)).status).toBe(400)
  })
}) // prettier-ignore
