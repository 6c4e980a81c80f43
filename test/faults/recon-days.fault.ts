import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countOf, report } from './counts.ts'
import { openSimulatedDays, type SimulatedDays } from './simulated-days.ts'

/** Days of the simulator with each fault planted once a day: what reconciliation says of them, and what the books have of them. */
const days = countOf(30, 3)

/** What is said of the payment of a fault, and of the lines that belong to none. */
const said = {
  row_doubled: ['payment matched', 'line duplicate'],
  row_missing: ['payment missing_in_settlement'],
  row_unknown: ['payment matched', 'line missing_in_transactions'],
  off_by_one: ['payment amount_mismatch'],
  other_currency: ['payment missing_in_settlement other_currency', 'line missing_in_transactions'],
  fee_raised: ['payment fee_mismatch'],
  tax_raised: ['payment tax_mismatch'],
  settled_late: ['payment date_shift'],
  costs_added: ['payment matched', 'line adjustment'],
  references_lost: ['payment missing_in_settlement suggested', 'line missing_in_transactions suggested'],
  row_contradicted: [
    'payment missing_in_settlement ambiguous',
    'line missing_in_transactions ambiguous',
    'line missing_in_transactions',
  ],
} as const
type Kind = keyof typeof said
const kinds = Object.keys(said) as Kind[]

describe('faults of lines', () => {
  let app: SimulatedDays
  beforeAll(async () => {
    app = await openSimulatedDays({ days, faults: [...kinds, 'refund_next_day'] })
  })
  afterAll(() => app.close())

  it('each is found on each day, and nothing else is', async () => {
    const daily = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, days]))
    expect(await app.said()).toEqual({
      ...Object.fromEntries(kinds.map((kind) => [kind, daily(said[kind])])),
      refund_next_day: daily(['payment matched']),
      // The payment, and its refund, which came the next day; and the one that is sold on that.
      ordinary: { 'payment matched': 2 * days + 1 },
    })
  })

  it('each payout is in the bank, and each account of the ledger has what the files say', async () => {
    const banked = await app.outcomes(2)
    expect([...new Set(banked.map(({ status }) => status))]).toEqual(['matched'])
    await app.closeAll()
    const { books, files } = await app.books()
    report(`${days} days: ${JSON.stringify(books)}`)
    expect(books).toEqual(files)
    expect(await app.findings()).toEqual([])
  })
})

describe('faults of files', () => {
  let app: SimulatedDays
  beforeAll(async () => {
    app = await openSimulatedDays({ days, faults: ['footer_wrong', 'sent_again', 'restated', 'payout_missing'] })
  })
  afterAll(() => app.close())

  it('a wrong sum is not proven, a file that came again is known, and a corrected row is restated, on each day', async () => {
    const [found] = await app.ask<Record<string, number>>(
      `select count(same_as)::int as again, count(replaced_by)::int as replaced,
         (select count(*)::int from settlements where state = 'unproven' and abs(proof) = 0.01) as unproven,
         (select count(*)::int from recon_outcomes where until_run = 2147483647 and side = 'a' and status = 'fee_mismatch') as corrected
       from recon_files`,
    )
    expect(found).toEqual({ again: days, replaced: days, unproven: days, corrected: days })
  })

  it('a payout that has not come to the bank is missing, on each day', async () => {
    const banked = await app.outcomes(2)
    const withheld = banked.filter(({ status }) => status !== 'matched')
    expect(withheld.map(({ side, status }) => `${side} ${status}`)).toEqual(
      Array.from({ length: days }, () => 'a missing_in_settlement'),
    )
  })
})
