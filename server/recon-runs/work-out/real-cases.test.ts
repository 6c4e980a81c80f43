import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealFiles } from '#test/real-files.ts'
import { counted, openWorkingOut, type WorkingOut } from './fixtures.ts'
import { batch380, cutSheet, mutated, settlementsOf, sum, told, workedOut } from './real-case-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  if (hasRealFiles) app = await openWorkingOut()
})
afterAll(() => app?.close())

describe.skipIf(!hasRealFiles)('a real file and the list of its merchant', () => {
  it('match in 226 of 226, and again when both are loaded twice', async () => {
    const { pair, bytes, outcomes, digest } = await workedOut(app, batch380)
    expect(counted(outcomes)).toEqual(['a matched 226', 'b adjustment 2', 'b matched 226'])
    expect(told(outcomes, 'b', 'adjustment')).toEqual(['fee null USD', 'payout null USD'])
    expect(await settlementsOf(pair)).toEqual(['USD proven: 55308.07 paid out, 0 open, 389.63 charged, -38.1 beside'])
    await pair.load('b', Buffer.concat([bytes, Buffer.from('\n')]), { layout: batch380.layout })
    expect(await pair.run()).toMatchObject({ digest, changed: 0 })
  })

  it('differ by what was changed, to the cent, and a tolerance hides the cent that it says', async () => {
    const { pair, outcomes } = await workedOut(app, { ...batch380, change: (list) => mutated(batch380, list) })
    expect(counted(outcomes)).toEqual(differing(222, 2))
    expect(sum(outcomes, 'amount_off')).toBe('-31.96')
    expect(told(outcomes, 'b', 'missing_in_transactions')).toEqual(['payment 36.45 USD', 'payment 511.9 USD'])
    expect(told(outcomes, 'a', 'missing_in_settlement')).toEqual(['payment 12.34 USD', 'payment 511.9 EUR'])
    const cent = await pair.run({ tolerance: '0.01' })
    expect(counted(cent.outcomes)).toEqual(differing(223, 1))
    const beyond = cent.outcomes.filter(({ status }) => status === 'amount_mismatch')
    expect([sum(beyond, 'amount_off'), sum(cent.outcomes, 'tolerated')]).toEqual(['-31.95', '-0.01'])
  })

  it('match by the merchant’s reference where a spreadsheet has cut all others', async () => {
    const { pair, outcomes } = await workedOut(app, cutSheet)
    expect(counted(outcomes)).toEqual(['a matched 19', 'b adjustment 2', 'b matched 19'])
    expect(new Set(outcomes.filter(({ side }) => side === 'a').map(({ rule_key }) => rule_key))).toEqual(new Set(['merchant_reference']))
    // A fee of 5.90, and a line whose gross is 932.00 more than its net and charges come to.
    expect(await settlementsOf(pair)).toEqual(['USD proven: 23006.27 paid out, 0 open, 339.85 charged, -937.9 beside'])
  })

  it('differ by what was changed also where all references of the provider are cut', async () => {
    const { pair, outcomes } = await workedOut(app, { ...cutSheet, change: (list) => mutated(cutSheet, list) })
    expect(counted(outcomes)).toEqual(differing(15, 2))
    expect(sum(outcomes, 'amount_off')).toBe('-2675.01')
    expect(told(outcomes, 'b', 'missing_in_transactions')).toHaveLength(2)
    expect(told(outcomes, 'a', 'missing_in_settlement')).toContain('payment 12.34 USD')
    const other = outcomes.find(({ side, currency }) => side === 'a' && currency === 'EUR')
    expect(other).toMatchObject({ status: 'missing_in_settlement', evidence: { nearest: { why: 'other_currency' } } })
    expect(counted((await pair.run({ tolerance: '0.01' })).outcomes)).toEqual(differing(16, 1))
  })
}) // prettier-ignore

/** What the changes of a case come to: two records are missing on each side, and so many differ in amount. */
const differing = (matched: number, off: number): string[] =>
  [`a amount_mismatch ${off}`, `a matched ${matched}`, 'a missing_in_settlement 2', 'b adjustment 2', `b amount_mismatch ${off}`, `b matched ${matched}`, 'b missing_in_transactions 2'] // prettier-ignore
