import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { openWithWords } from './words-fixtures.ts'

/** A provider's word about payments in a remittance whose settlement is reopened. */
let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('reopening what a remittance has lets a word settle it, and gives it back then', async () => {
  const shop = await openWithWords(app)
  await shop.close()
  await shop.cut()
  await shop.reopen()
  expect(await shop.word('W1')).toEqual([])
  expect(await shop.states()).toEqual(['IN_SETTLEMENT', 'IN_SETTLEMENT'])
  expect((await shop.adjustments()).map(({ amount }) => amount)).toEqual(['-14640', '14640'])
  expect(await shop.findings()).toEqual([])
  await shop.run()
  await shop.close()
  expect(await shop.findings()).toEqual([])
})

it('reopening what a word has said meanwhile lets the word hold', async () => {
  const shop = await openWithWords(app)
  await shop.close()
  await shop.cut()
  await shop.word('W1', ['1'])
  await shop.reopen()
  expect(await shop.states()).toEqual(['IN_SETTLEMENT', 'IN_SETTLEMENT open'])
  expect(await shop.adjustments()).toEqual([{ amount: '-4870', reason: 'psp_reopened' }])
  expect(await shop.books()).toMatchObject({ 'bank:SIMULATOR': 9_770, 'psp_receivable:SIMULATOR': 5_000 })
  expect(await shop.findings()).toEqual([])
  await shop.run()
  await shop.close()
  expect(await shop.states()).toEqual(['IN_SETTLEMENT', 'IN_SETTLEMENT'])
  expect(await shop.books()).toMatchObject({ 'bank:SIMULATOR': 14_640 })
  expect(await shop.findings()).toEqual([])
})
