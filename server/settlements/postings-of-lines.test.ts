import { afterAll, beforeAll, expect, it } from 'vitest'
import { closed, paidOut } from './closing-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('a closing puts an amount that differs into suspense, and writes it off within the tolerance', async () => {
  const lines = [{ ref: '1', gross: '99.50', fee: '2.29', net: '97.21' }, paidOut('B1', '-97.21')]
  const booked = [{ ref: '1', amount: 10_000, fee: 229 }]
  const { moved, findings, pair } = await closed(app, booked, lines)
  expect(moved).toMatchObject({ recon_suspense: 50, 'bank:SIMULATOR': 9_721, 'psp_receivable:SIMULATOR': -10_000 })
  expect(findings).toEqual([])
  expect(await pair.left()).toEqual([{ kind: 'amount', amount_minor: '50', ended_by: '' }])
  expect((await closed(app, booked, lines, { tolerance: '0.5' })).moved).toMatchObject({ recon_write_off: 50 })
}) // prettier-ignore

it('a closing takes a refund out of what the provider owes, and its fee as a cost', async () => {
  const { moved, findings } = await closed(app, [{ ref: 'elsewhere', amount: 100 }, { ref: 'R1', type: 'refund', amount: 4_000 }], [{ ref: 'R1', type: 'refund', gross: '-40.00', fee: '0.20', net: '-40.20' }, paidOut('B1', '40.20')])
  expect(moved).toEqual({ 'bank:SIMULATOR': -4_020, 'provider_costs:SIMULATOR': 20, 'psp_receivable:SIMULATOR': 4_000 })
  expect(findings).toEqual([])
}) // prettier-ignore

it('a closing charges the merchant with a chargeback of a known payment, and keeps one of an unknown in suspense', async () => {
  const { moved, findings } = await closed(app, 
    [{ ref: '1', amount: 10_000, fee: 230 }],
    [{ ref: '1', gross: '100.00', fee: '2.30', net: '97.70' }, { ref: '1', type: 'chargeback', gross: '-100.00', fee: '15.00', net: '-115.00' }, { ref: '9', type: 'chargeback', gross: '-7.00', net: '-7.00' }, paidOut('B1', '24.30')],
  )
  expect(moved).toMatchObject({ 'bank:SIMULATOR': -2_430, merchant_payable: 230, 'provider_costs:SIMULATOR': 1_500, recon_suspense: 700 })
  expect(findings).toEqual([])
}) // prettier-ignore

it('a closing makes fees and adjustments costs, and keeps a line that nobody knows and what is not proven in suspense', async () => {
  const lines = [{ ref: 'F', type: 'fee', gross: '-5.00', net: '-5.00' }, { ref: '7', gross: '20.00', net: '20.00' }, paidOut('B1', '-14.00')]
  const { moved, findings, settlement, pair } = await closed(app, [{ ref: 'elsewhere', amount: 100 }], lines)
  expect(settlement).toMatchObject({ state: 'unproven', proof: '1', adjustments: '-5' })
  expect(moved).toEqual({ 'bank:SIMULATOR': 1_400, 'provider_costs:SIMULATOR': 500, recon_suspense: -1_900 })
  expect(findings).toEqual([])
  expect((await pair.left()).map(({ kind, amount_minor }) => `${kind} ${amount_minor}`)).toEqual(['unknown -2000', 'proof 100'])
}) // prettier-ignore
