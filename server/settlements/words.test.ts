import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('a closing before the word', () => {
  it('settles the payments, opens their period, and the word posts nothing more', async () => {
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
})

describe('a word before the closing', () => {
  const byWord = {
    merchant_payable: -14_640,
    'bank:SIMULATOR': 14_640,
    fee_income: -360,
    'provider_costs:SIMULATOR': 360,
  }

  it('posts the payments, and the closing nothing more', async () => {
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

  it('about one of two leaves the other to the closing', async () => {
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

  it('that says more than the file leaves the difference in suspense', async () => {
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
})

describe('reopening', () => {
  it('takes back what no remittance has, and closing again settles it again', async () => {
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

  it('takes what a remittance has from the next one, and closing again gives it back', async () => {
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
    expect(await shop.books()).toMatchObject({ 'bank:SIMULATOR': 14_640, fx_position: -14_640 })
    expect(await shop.findings()).toEqual([])
  })

  it('of what a remittance has lets a word settle it, and gives it back then', async () => {
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

  it('of what a word has said meanwhile lets the word hold', async () => {
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
})

it('a closing and a word at the same moment post each payment once', async () => {
  for (let round = 0; round < 6; round++) {
    const shop = await openWithWords(app)
    const [closed, told] = await Promise.allSettled([shop.close(), shop.word('W1')])
    expect([closed.status, told.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(await shop.states()).toEqual(settled)
    expect(await shop.books()).toMatchObject(payable)
    expect(await shop.findings()).toEqual([])
  }
})
