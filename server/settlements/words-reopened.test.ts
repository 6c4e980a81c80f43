import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { openWithWords } from './words-fixtures.ts'

/** What reopening a settlement takes back of payments, and of a remittance that has them. */
let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

const settled = ['PSP_SETTLED', 'PSP_SETTLED']
const payable = { merchant_payable: -14_640, 'bank:SIMULATOR': 14_640 }

it('reopening takes back what no remittance has, and closing again settles it again', async () => {
  const shop = await openWithWords(app)
  const before = await shop.books()
  await shop.close()
  await shop.reopen()
  expect([await shop.states(), await shop.books()]).toEqual([['UNSETTLED open', 'UNSETTLED open'], before])
  expect([await shop.adjustments(), await shop.findings()]).toEqual([[], []])
  await shop.run()
  await shop.close()
  expect([await shop.states(), await shop.books()]).toEqual([settled, payable])
  expect(await shop.findings()).toEqual([])
})

it('reopening takes what a remittance has from the next one, and closing again gives it back', async () => {
  const shop = await openWithWords(app)
  await shop.close()
  expect(await shop.cut()).toBe('cut')
  expect(await shop.states()).toEqual(['IN_SETTLEMENT', 'IN_SETTLEMENT'])
  await shop.reopen()
  expect(await shop.states()).toEqual(['IN_SETTLEMENT open', 'IN_SETTLEMENT open'])
  expect(await shop.adjustments()).toEqual([{ amount: '-14640', reason: 'psp_reopened' }])
  expect(await shop.cut()).toBe('beyond_reserve')
  expect(await shop.findings()).toEqual([])
  await shop.run()
  await shop.close()
  expect(await shop.states()).toEqual(['IN_SETTLEMENT', 'IN_SETTLEMENT'])
  expect((await shop.adjustments())[1]).toEqual({ amount: '14640', reason: 'psp_settled_again' })
  expect(await shop.cut()).toBe('cut')
  const reasons = await shop.sql(
    `select reason from remittance_items where merchant_id = $1 and kind = 'adjustment' order by at`,
  )
  expect(reasons).toEqual([{ reason: 'psp_reopened' }, { reason: 'psp_settled_again' }])
  expect(await shop.books()).toMatchObject({ 'bank:SIMULATOR': 14_640, fx_position: -14_640 })
  expect(await shop.findings()).toEqual([])
})
