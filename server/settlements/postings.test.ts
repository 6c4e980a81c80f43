import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { close } from './close.ts'
import { openSettling, openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

type Lines = Parameters<typeof theirs>
/** Lines of one batch, as they are settled with a payout of what they come to. */
const batch = (...lines: Lines) =>
  theirs(...lines.map((line) => ({ batch: 'B1', net_currency: 'EUR', booked_on: '2026-10-02', ...line })))
const paidOut = (net: string) => ({ ref: 'OUT', type: 'payout', payment_ref: '', merchant_ref: '', gross: '', net })

/** Works a world out and closes its settlement by two people. */
async function closed(
  booked: Parameters<Awaited<ReturnType<typeof openSettling>>['book']>[0],
  lines: string,
  { tolerance = '0', plan = true } = {},
) {
  const pair = await openSettling(app)
  if (plan) await pair.plan()
  await pair.book(booked)
  const file = await pair.load('b', lines)
  await pair.check(file.recon_id)
  await pair.run({ tolerance })
  const before = await pair.books()
  const [settlement] = await pair.settlements()
  if (!settlement) throw new Error('no settlement')
  await pair.transaction((ctx) =>
    close(ctx, settlement.settlement_id, { version: settlement.version, by: 'test', isByTwo: true }),
  )
  const after = await pair.books()
  const moved = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((account) => [account, (after[account] ?? 0) - (before[account] ?? 0)])
      .filter(([, by]) => by !== 0),
  )
  return { pair, settlement, moved, findings: await pair.findings() }
}

describe('a closing', () => {
  it('pays out what matched, clears what was booked of its fee, and owes the merchant the rest', async () => {
    // 2 % and 0.30 of 100.00 are 2.30.
    const { moved, findings, settlement } = await closed([{ ref: '1', amount: 10_000, fee: 230 }], batch({ ref: '1', gross: '100.00', fee: '2.30', net: '97.70' }, paidOut('-97.70')))
    expect(settlement).toMatchObject({ state: 'proven', payout: '97.7', computed: '97.7', fees: '2.3', proof: '0', open: 0 })
    expect(moved).toEqual({ 'bank:SIMULATOR': 9_770, fee_income: 230, 'psp_receivable:SIMULATOR': -10_000, merchant_pending: 9_770, merchant_payable: -9_770 })
    expect(findings).toEqual([])
  })

  it('puts a fee that is too high into suspense, writes one off within the tolerance, and makes one without a plan a cost', async () => {
    const lines = batch({ ref: '1', gross: '100.00', fee: '2.80', net: '97.20' }, paidOut('-97.20'))
    const booked = [{ ref: '1', amount: 10_000, fee: 230 }]
    expect((await closed(booked, lines)).moved).toMatchObject({ recon_suspense: 50, 'bank:SIMULATOR': 9_720 })
    expect((await closed(booked, lines, { tolerance: '0.5' })).moved).toMatchObject({ recon_write_off: 50, 'bank:SIMULATOR': 9_720 })
    const { moved, findings } = await closed(booked, lines, { plan: false })
    expect(moved).toMatchObject({ 'provider_costs:SIMULATOR': 50, 'bank:SIMULATOR': 9_720 })
    expect(findings).toEqual([])
  })

  it('puts an amount that differs into suspense, and writes it off within the tolerance', async () => {
    const lines = batch({ ref: '1', gross: '99.50', fee: '2.29', net: '97.21' }, paidOut('-97.21'))
    const booked = [{ ref: '1', amount: 10_000, fee: 229 }]
    const { moved, findings, pair } = await closed(booked, lines)
    expect(moved).toMatchObject({ recon_suspense: 50, 'bank:SIMULATOR': 9_721, 'psp_receivable:SIMULATOR': -10_000 })
    expect(findings).toEqual([])
    expect(await pair.left()).toEqual([{ kind: 'amount', amount_minor: '50', ended_by: '' }])
    expect((await closed(booked, lines, { tolerance: '0.5' })).moved).toMatchObject({ recon_write_off: 50 })
  })

  it('takes a refund out of what the provider owes, and its fee as a cost', async () => {
    const { moved, findings } = await closed([{ ref: 'elsewhere', amount: 100 }, { ref: 'R1', type: 'refund', amount: 4_000 }], batch({ ref: 'R1', type: 'refund', gross: '-40.00', fee: '0.20', net: '-40.20' }, paidOut('40.20')))
    expect(moved).toEqual({ 'bank:SIMULATOR': -4_020, 'provider_costs:SIMULATOR': 20, 'psp_receivable:SIMULATOR': 4_000 })
    expect(findings).toEqual([])
  })

  it('charges the merchant with a chargeback of a known payment, and keeps one of an unknown in suspense', async () => {
    const { moved, findings } = await closed(
      [{ ref: '1', amount: 10_000, fee: 230 }],
      batch({ ref: '1', gross: '100.00', fee: '2.30', net: '97.70' }, { ref: '1', type: 'chargeback', gross: '-100.00', fee: '15.00', net: '-115.00' }, { ref: '9', type: 'chargeback', gross: '-7.00', net: '-7.00' }, paidOut('24.30')),
    )
    expect(moved).toMatchObject({ 'bank:SIMULATOR': -2_430, merchant_payable: 230, 'provider_costs:SIMULATOR': 1_500, recon_suspense: 700 })
    expect(findings).toEqual([])
  })

  it('makes fees and adjustments costs, and keeps a line that nobody knows and what is not proven in suspense', async () => {
    const lines = batch({ ref: 'F', type: 'fee', gross: '-5.00', net: '-5.00' }, { ref: '7', gross: '20.00', net: '20.00' }, paidOut('-14.00'))
    const { moved, findings, settlement, pair } = await closed([{ ref: 'elsewhere', amount: 100 }], lines)
    expect(settlement).toMatchObject({ state: 'unproven', proof: '1', adjustments: '-5' })
    expect(moved).toEqual({ 'bank:SIMULATOR': 1_400, 'provider_costs:SIMULATOR': 500, recon_suspense: -1_900 })
    expect(findings).toEqual([])
    expect((await pair.left()).map(({ kind, amount_minor }) => `${kind} ${amount_minor}`)).toEqual(['unknown -2000', 'proof 100'])
  })

  it('posts nothing of a channel whose payments were never booked here', async () => {
    const { moved, findings, settlement } = await closed([], batch({ ref: '7', gross: '20.00', net: '20.00' }, paidOut('-20.00')))
    expect(settlement.state).toBe('proven')
    expect([moved, findings]).toEqual([{}, []])
  })

  it('meets in fx_position where another currency was settled', async () => {
    const { moved, findings, pair } = await closed(
      [{ ref: '1', amount: 10_000, fee: 230, currency: 'USD' }],
      batch({ ref: '1', gross: '100.00', currency: 'USD', rate: '0.9', fee: '2.07', net: '87.93' }, paidOut('-87.93')),
      { plan: false },
    )
    expect(moved).toEqual({ 'bank:SIMULATOR': 8_793, fx_position: -8_793, 'fee_income USD': 230, 'psp_receivable:SIMULATOR USD': -10_000, 'fx_position USD': 9_770, 'merchant_pending USD': 9_770, 'merchant_payable USD': -9_770 })
    expect(findings).toEqual([])
    expect((await pair.settlements())[0]?.rates).toEqual({ USD: '0.9' })
  })
}) // prettier-ignore
