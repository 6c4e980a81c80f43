import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { openWithWords } from './words-fixtures.ts'

/** A closed settlement and a provider's word about the same payments: whoever is first posts them. */
let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

const settled = ['PSP_SETTLED', 'PSP_SETTLED']
const payable = { merchant_payable: -14_640, 'bank:SIMULATOR': 14_640 }

it('a closing settles the payments, opens their period, and the word posts nothing more', async () => {
  const shop = await openWithWords(app)
  await shop.close()
  expect(await shop.states()).toEqual(settled)
  const books = await shop.books()
  expect(books).toEqual(payable)
  expect(await shop.sql(`select source_currency, status from remittances where merchant_id = $1`)).toEqual([{ source_currency: 'EUR', status: 'Open' }]) // prettier-ignore
  expect(await shop.word('W1')).toEqual([])
  expect(await shop.books()).toEqual(books)
  expect(await shop.findings()).toEqual([])
  // A second word about the same is money that nobody expects.
  expect(await shop.word('W2', ['1'])).toMatchObject([{ ref: '1', outcome: 'twice' }])
  expect(await shop.books()).toEqual({ ...books, 'bank:SIMULATOR': 24_410, recon_suspense: -9_770 })
  expect(await shop.findings()).toEqual([])
})

it('a closing and a word at the same moment post each payment once', async () => {
  for (let round = 0; round < 2; round++) {
    const shop = await openWithWords(app)
    const [closed, told] = await Promise.allSettled([shop.close(), shop.word('W1')])
    expect([closed.status, told.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await shop.states()).toEqual(settled)
    expect(await shop.books()).toMatchObject(payable)
    expect(await shop.findings()).toEqual([])
  }
})
