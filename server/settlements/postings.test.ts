import { afterAll, beforeAll, expect, it } from 'vitest'
import { closed, paidOut } from './closing-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('a closing pays out what matched, clears what was booked of its fee, and owes the merchant the rest', async () => {
  // 2 % and 0.30 of 100.00 are 2.30.
  const { moved, findings, settlement } = await closed(app, [{ ref: '1', amount: 10_000, fee: 230 }], [{ ref: '1', gross: '100.00', fee: '2.30', net: '97.70' }, paidOut('B1', '-97.70')])
  expect(settlement).toMatchObject({ state: 'proven', payout: '97.7', computed: '97.7', fees: '2.3', proof: '0', open: 0 })
  expect(moved).toEqual({ 'bank:SIMULATOR': 9_770, fee_income: 230, 'psp_receivable:SIMULATOR': -10_000, merchant_pending: 9_770, merchant_payable: -9_770 })
  expect(findings).toEqual([])
}) // prettier-ignore

it('a closing puts a fee that is too high into suspense, writes one off within the tolerance, and makes one without a plan a cost', async () => {
  const lines = [{ ref: '1', gross: '100.00', fee: '2.80', net: '97.20' }, paidOut('B1', '-97.20')]
  const booked = [{ ref: '1', amount: 10_000, fee: 230 }]
  expect((await closed(app, booked, lines)).moved).toMatchObject({ recon_suspense: 50, 'bank:SIMULATOR': 9_720 })
  expect((await closed(app, booked, lines, { tolerance: '0.5' })).moved).toMatchObject({ recon_write_off: 50, 'bank:SIMULATOR': 9_720 })
  const { moved, findings } = await closed(app, booked, lines, { plan: false })
  expect(moved).toMatchObject({ 'provider_costs:SIMULATOR': 50, 'bank:SIMULATOR': 9_720 })
  expect(findings).toEqual([])
}) // prettier-ignore
