import { afterAll, beforeAll, expect, it } from 'vitest'
import { closed, paidOut } from './closing-fixtures.ts'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('a closing posts nothing of a channel whose payments were never booked here', async () => {
  const { moved, findings, settlement } = await closed(app, [], [{ ref: '7', gross: '20.00', net: '20.00' }, paidOut('B1', '-20.00')])
  expect(settlement.state).toBe('proven')
  expect([moved, findings]).toEqual([{}, []])
}) // prettier-ignore

it('a closing meets in fx_position where another currency was settled', async () => {
  const { moved, findings, pair } = await closed(app, 
    [{ ref: '1', amount: 10_000, fee: 230, currency: 'USD' }],
    [{ ref: '1', gross: '100.00', currency: 'USD', rate: '0.9', fee: '2.07', net: '87.93' }, paidOut('B1', '-87.93')],
    { plan: false },
  )
  expect(moved).toEqual({ 'bank:SIMULATOR': 8_793, fx_position: -8_793, 'fee_income USD': 230, 'psp_receivable:SIMULATOR USD': -10_000, 'fx_position USD': 9_770, 'merchant_pending USD': 9_770, 'merchant_payable USD': -9_770 })
  expect(findings).toEqual([])
  expect((await pair.settlements())[0]?.rates).toEqual({ USD: '0.9' })
}) // prettier-ignore
