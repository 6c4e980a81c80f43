import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { openWithWords } from './words-fixtures.ts'

/** A provider's word about payments of which a settlement is closed afterwards: it only compares them. */
let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

const settled = ['PSP_SETTLED', 'PSP_SETTLED']
const payable = { merchant_payable: -14_640, 'bank:SIMULATOR': 14_640 }

const byWord = {
  merchant_payable: -14_640,
  'bank:SIMULATOR': 14_640,
  fee_income: -360,
  'provider_costs:SIMULATOR': 360,
}

it('a word posts the payments, and the closing nothing more', async () => {
  const shop = await openWithWords(app)
  expect(await shop.word('W1')).toEqual([])
  expect(await shop.states()).toEqual(settled)
  expect(await shop.books()).toEqual(byWord)
  await shop.close()
  expect(await shop.books()).toEqual(byWord)
  expect(await shop.findings()).toEqual([])
  await shop.reopen()
  expect([await shop.states(), await shop.books()]).toEqual([settled, byWord])
  expect(await shop.findings()).toEqual([])
})

it('a word about one of two leaves the other to the closing', async () => {
  const shop = await openWithWords(app)
  await shop.word('W1', ['2'])
  expect(await shop.states()).toEqual(['UNSETTLED open', 'PSP_SETTLED'])
  await shop.close()
  expect(await shop.states()).toEqual(settled)
  expect(await shop.books()).toEqual({ ...payable, fee_income: -130, 'provider_costs:SIMULATOR': 130 })
  expect(await shop.findings()).toEqual([])
  await shop.reopen()
  expect(await shop.states()).toEqual(['UNSETTLED open', 'PSP_SETTLED'])
  expect(await shop.findings()).toEqual([])
})

it('a word that says more than the file leaves the difference in suspense', async () => {
  const shop = await openWithWords(app, { file: '145.90' })
  await shop.word('W1')
  await shop.close()
  expect(await shop.books()).toEqual({ ...byWord, 'bank:SIMULATOR': 14_590, recon_suspense: 50 })
  expect(await shop.left()).toMatchObject([{ kind: 'fee', amount_minor: '50' }])
  expect(await shop.findings()).toEqual([])
  await shop.reopen()
  expect(await shop.books()).toEqual(byWord)
  expect(await shop.findings()).toEqual([])
})
