import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRemitting, type Remitting } from './fixtures.ts'

let shop: Remitting
beforeAll(async () => {
  shop = await openRemitting()
})
afterAll(() => shop.close())

const noon = (day: string) => new Date(`${day}T03:00:00Z`)
/** Just after midnight in Seoul. */
const midnight = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 9 * 3_600_000)

/** A merchant of its own with these terms. */
const another = async (terms: Parameters<Remitting['agree']>[1]) => {
  const one = await openRemitting({}, shop.testApp)
  await one.agree(noon('2026-03-01'), terms)
  return one
}

describe('a settlement', () => {
  it('comes to what the example of a sale in yen comes to, on its row and in the ledger', async () => {
    const one = await another({
      withholding: JSON.stringify({ JP: { percent: '1', on: 'amount' } }) as never,
      transfer_fee_minor: 1_500n, reserve_kind: 'rolling', reserve_percent: '10', reserve_days: 30,
    }) // prettier-ignore
    // 31.07 of an earlier day are free by now.
    await one.sell([{ ref: 'early', amountMinor: 46_704n, currency: 'JPY', country: 'KR', at: noon('2026-01-20') }])
    await one.settle(noon('2026-01-22'), 'JPY', [{ ref: 'early', grossMinor: 46_704n }])
    await one.open(noon('2026-01-22'), 'JPY', '2026-01-22')
    expect(await one.cut(midnight('2026-01-23'), 'JPY', { source: '0.0066525' })).toMatchObject({ outcome: 'cut' })

    await one.sell([
      {
        ref: 'a',
        amountMinor: 81_200n,
        feeMinor: 2_304n,
        taxMinor: 230n,
        currency: 'JPY',
        country: 'JP',
        at: noon('2026-03-02'),
      },
      { ref: 'b', amountMinor: 36n, currency: 'JPY', country: 'KR', at: noon('2026-03-02') },
    ])
    await one.settle(noon('2026-03-04'), 'JPY', [
      { ref: 'a', grossMinor: 81_200n },
      { ref: 'b', grossMinor: 36n },
    ])
    const refund = await one.refund(noon('2026-03-03'), 'a', 5_000n)
    await one.endRefund(noon('2026-03-03'), refund, 'captured')
    const { ref } = await cutAfter(one, '2026-03-05', '0.0066525')
    const row = (await one.rows()).find((found) => found.settlement_ref === ref)
    expect(row).toMatchObject({
      status: 'Calculated', txn_count: 2, refund_count: 1,
      total_txn_amount_sc: 81_236n, txn_fee_sc: 2_534n, withholding_tax_sc: 812n, refund_amount_sc: 5_000n, net_sc: 72_890n,
      total_txn_amount_bc: 54_042n, txn_fee_bc: 1_686n, wht_bc: 540n, refund_amount_bc: 3_326n, rounding_bc: 0n, net_source_bc: 48_490n,
      reserve_credit_bc: 5_404n, reserve_debit_bc: 3_107n, transfer_fee_bc: 1_500n, net_bc: 44_693n,
    }) // prettier-ignore
    expect(await one.findings()).toEqual([])
    expect(await one.books()).toMatchObject({
      'reserve USD': -5_404n,
      'wht_payable JPY': -812n,
      'transfer_fee_payable USD': -3_000n,
    })
  })

  it('leaves what its provider settled at the cut or later to the next one', async () => {
    const one = await another({})
    await one.sell([
      { ref: 'a', amountMinor: 1_000n, at: noon('2026-03-01') },
      { ref: 'b', amountMinor: 500n, at: noon('2026-03-01') },
    ])
    await one.open(noon('2026-03-02'), 'USD', '2026-03-02')
    await one.settle(new Date(midnight('2026-03-03').getTime() - 1), 'USD', [{ ref: 'a', grossMinor: 1_000n }])
    await one.settle(midnight('2026-03-03'), 'USD', [{ ref: 'b', grossMinor: 500n }])
    await one.cut(midnight('2026-03-03'), 'USD', { source: '1' })
    await one.cut(midnight('2026-03-04'), 'USD', { source: '1' })
    expect((await one.rows()).map(({ status, net_bc }) => [status, net_bc])).toEqual([
      ['Calculated', 1_000n],
      ['Calculated', 500n],
      ['Open', 0n],
    ])
  })

  it('gives a refund back that failed after it was taken, and takes none before its payment', async () => {
    const one = await another({})
    await one.sell([
      { ref: 'a', amountMinor: 1_000n, at: noon('2026-03-01') },
      { ref: 'late', amountMinor: 700n, at: noon('2026-03-01') },
    ])
    await one.settle(noon('2026-03-02'), 'USD', [{ ref: 'a', grossMinor: 1_000n }])
    await one.open(noon('2026-03-02'), 'USD', '2026-03-02')
    const [taken, early] = [
      await one.refund(noon('2026-03-02'), 'a', 300n),
      await one.refund(noon('2026-03-02'), 'late', 100n),
    ]
    await one.cut(midnight('2026-03-03'), 'USD', { source: '1' })
    await one.endRefund(noon('2026-03-03'), taken, 'declined')
    await one.endRefund(noon('2026-03-03'), early, 'captured')
    await one.cut(midnight('2026-03-04'), 'USD', { source: '1' })
    await one.settle(noon('2026-03-04'), 'USD', [{ ref: 'late', grossMinor: 700n }])
    await one.cut(midnight('2026-03-05'), 'USD', { source: '1' })
    expect(
      (await one.rows())
        .filter(({ status }) => status !== 'Open')
        .map(({ total_txn_amount_sc, refund_amount_sc, net_bc }) => [total_txn_amount_sc, refund_amount_sc, net_bc]),
    ).toEqual([
      [1_000n, 300n, 700n],
      [0n, -300n, 300n],
      [700n, 100n, 600n],
    ])
    expect(await one.findings()).toEqual([])
  })

  it('of items that cancel out ends with nothing to send, and nothing posted', async () => {
    const one = await another({})
    await one.sell([{ ref: 'a', amountMinor: 1_000n, at: noon('2026-03-01') }])
    await one.settle(noon('2026-03-02'), 'USD', [{ ref: 'a', grossMinor: 1_000n }])
    await one.open(noon('2026-03-02'), 'USD', '2026-03-02')
    const taken = await one.refund(noon('2026-03-02'), 'a', 300n)
    await one.cut(midnight('2026-03-03'), 'USD', { source: '1' })
    await one.endRefund(noon('2026-03-03'), taken, 'declined')
    await one.refund(noon('2026-03-03'), 'a', 300n)
    expect((await one.cut(midnight('2026-03-04'), 'USD', { source: '1' })).outcome).toBe('cut')
    expect((await one.rows()).map(({ status, refund_count, net_bc }) => [status, refund_count, net_bc])).toEqual([
      ['Calculated', 1, 700n],
      ['Remitted', 2, 0n],
      ['Open', 0, 0n],
    ])
    expect(await one.findings()).toEqual([])
  })

  it('goes on below its minimum, and says why', async () => {
    const one = await another({ minimum_minor: 1_000n })
    await one.sell([
      { ref: 'a', amountMinor: 999n, at: noon('2026-03-01') },
      { ref: 'b', amountMinor: 1n, at: noon('2026-03-01') },
    ])
    await one.settle(noon('2026-03-02'), 'USD', [{ ref: 'a', grossMinor: 999n }])
    await one.open(noon('2026-03-02'), 'USD', '2026-03-02')
    expect((await one.cut(midnight('2026-03-03'), 'USD', { source: '1' })).outcome).toBe('below_minimum')
    expect(await one.rows()).toMatchObject([
      { status: 'Open', uncut: 'below_minimum', period_from: '2026-03-02', cut_on: '2026-03-04', net_bc: 0n },
    ])
    await one.settle(noon('2026-03-03'), 'USD', [{ ref: 'b', grossMinor: 1n }])
    expect((await one.cut(midnight('2026-03-04'), 'USD', { source: '1' })).outcome).toBe('cut')
    expect(await one.rows()).toMatchObject([
      { status: 'Calculated', uncut: '', net_bc: 1_000n, cut_on: '2026-03-04' },
      { status: 'Open', period_from: '2026-03-04' },
    ])
  })

  it('draws on the reserve where it is below zero, and goes on where the reserve does not reach', async () => {
    const one = await another({
      reserve_kind: 'rolling',
      reserve_percent: '10',
      reserve_days: 30,
      transfer_fee_minor: 100n,
    })
    await one.sell([{ ref: 'a', amountMinor: 10_000n, at: noon('2026-03-01') }])
    await one.settle(noon('2026-03-02'), 'USD', [{ ref: 'a', grossMinor: 10_000n }])
    await one.open(noon('2026-03-02'), 'USD', '2026-03-02')
    await one.cut(midnight('2026-03-03'), 'USD', { source: '1' })
    await one.refund(noon('2026-03-03'), 'a', 600n)
    expect((await one.cut(midnight('2026-03-04'), 'USD', { source: '1' })).outcome).toBe('cut')
    await one.refund(noon('2026-03-04'), 'a', 500n)
    expect((await one.cut(midnight('2026-03-05'), 'USD', { source: '1' })).outcome).toBe('beyond_reserve')
    expect(await one.rows()).toMatchObject([
      { net_bc: 8_900n, reserve_credit_bc: 1_000n, transfer_fee_bc: 100n },
      { net_bc: 0n, reserve_debit_bc: 600n, transfer_fee_bc: 0n },
      { status: 'Open', uncut: 'beyond_reserve' },
    ])
    expect(await one.books()).toMatchObject({ 'reserve USD': -400n, 'remit_clearing USD': -8_900n })
    expect(await one.findings()).toEqual([])
  })

  it('moves on where nothing was sold', async () => {
    const one = await another({ every: 'week', weekday: 7 })
    await one.open(noon('2026-03-04'), 'USD', '2026-03-04')
    expect((await one.cut(midnight('2026-03-09'), 'USD', { source: '1' })).outcome).toBe('empty')
    expect(await one.rows()).toMatchObject([
      { status: 'Open', period_from: '2026-03-09', cut_on: '2026-03-16', uncut: '' },
    ])
  })
})

describe("a provider's word", () => {
  it('settles each sale once, whatever is repeated, and keeps what was not expected apart', async () => {
    const one = await another({})
    await one.sell(['a', 'b', 'c'].map((ref) => ({ ref, amountMinor: 1_000n, feeMinor: 30n, at: noon('2026-03-01') })))
    const word = [
      { ref: 'a', grossMinor: 1_000n, netMinor: 980n },
      { ref: 'b', grossMinor: 900n, netMinor: 900n },
      { ref: 'none', grossMinor: 50n, netMinor: 50n },
      { ref: 'a', grossMinor: 1_000n, netMinor: 980n },
    ]
    expect(
      (await one.settle(noon('2026-03-02'), 'USD', word, 'W'))?.map(
        ({ ref, outcome }: { ref: string; outcome?: string }) => [ref, outcome],
      ),
    ).toEqual([
      ['b', 'other_amount'],
      ['none', 'unknown'],
      ['a', 'twice'],
    ])
    expect(await one.settle(noon('2026-03-02'), 'USD', word, 'W')).toBeNull()
    expect(
      await one.settle(
        noon('2026-03-03'),
        'USD',
        [
          { ref: 'a', grossMinor: 1_000n },
          { ref: 'c', grossMinor: 1_000n },
        ],
        'V',
      ),
    ).toHaveLength(1)
    expect(await one.books()).toMatchObject({
      'bank:SIMULATOR USD': 980n + 900n + 50n + 980n + 1_000n + 1_000n,
      'provider_costs:SIMULATOR USD': 20n,
      'psp_receivable:SIMULATOR USD': 1_000n,
      'merchant_payable USD': -1_940n,
      'merchant_pending USD': -970n,
      'recon_suspense USD': -(900n + 50n + 980n + 1_000n),
    })
    expect(await one.findings()).toEqual([])
  })
})

/** Cuts what is open until one is over at the midnight before a day. */
async function cutAfter(one: Remitting, day: string, source: string): Promise<{ ref: string }> {
  for (;;) {
    const open = (await one.rows()).find(({ status }) => status === 'Open')
    if (!open) throw new Error('nothing is open')
    const { outcome, ref } = await one.cut(midnight(open.cut_on), open.source_currency as 'JPY', { source })
    if (outcome === 'cut') return { ref }
    if (open.cut_on > day) throw new Error(`nothing was cut by ${day}`)
  }
}
