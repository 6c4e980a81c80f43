import { describe, expect, it } from 'vitest'
import { exactOf, exactText, sumOf, type Exact, type Factor } from '#server/recon-files/read/exact.ts'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { readBy } from '#server/recon-files/layouts/reading-fixtures.ts'
import type { ReadRecord } from '#server/recon-files/read/read-row.ts'
import { checkFee, type Charged } from './check.ts'
import { factorText } from './expected.ts'
import { learnTerms, type LearnedTerms } from './learn.ts'
import { planOf } from './fixtures.ts'

const batch380 = realFile('oca_adyen/bank_statement_import_adyen__settlement_detail_report_batch_380.csv')
const chargedOf = (record: ReadRecord): Charged => ({ ...record, at: new Date(record.at ?? 0) })

/** What is learned of the payments of each method, in words. */
function learnAll(records: readonly ReadRecord[]) {
  const payments = records.filter(({ type }) => type === 'payment')
  const byMethod = Map.groupBy(payments, ({ method }) => method)
  return [...byMethod].map(([method, rows]) => ({
    method,
    rows,
    terms: learnTerms(rows.map(({ gross, fee }) => ({ gross: gross ?? 0n, fee })), rows[0]?.netCurrency ?? ''), // prettier-ignore
  }))
}
const told = ({ percent, flat }: { percent: Factor; flat: Exact }) => `${factorText(percent)} % + ${exactText(flat, 2)}`

describe.skipIf(!hasRealFiles)("a provider's own file of 220 payments", () => {
  const read = () => readBy('ADYEN_SETTLEMENT_DETAIL', { path: batch380 })

  it('teaches the terms of nine methods with 215 payments to the cent, and says of four that there are too few', async () => {
    const learned = learnAll((await read()).records)
    const all = learned.filter(({ terms }) => terms.found === 'all')
    expect(all.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(215)
    expect(Object.fromEntries(all.map(({ method, terms }) => [method, told(terms)]))).toMatchObject({
      ideal: '0 % + 0.25',
      directEbanking: '1 % + 0.00',
      giropay: '1.3 % + 0.20',
      mc: '0.52 % + 0.00',
      visa: '0.52 % + 0.00',
      cartebancaire: '0.6 % + 0.00',
      bcmc_mobile: '0.6 % + 0.00',
      bankTransfer_DE: '0 % + 0.20',
    })
    expect(all).toHaveLength(9)
    expect(learned.filter(({ terms }) => terms.found === 'too_few')).toHaveLength(4)
  })

  it('has 257.88 of commission and markup on its payments that are checked, and 131.35 passed on that are not', async () => {
    const records = (await read()).records.filter(({ type }) => type === 'payment')
    expect(exactText(sumOf(records.map(({ fee }) => fee)))).toBe('257.88')
    expect(exactText(sumOf(records.map(({ passedOn }) => passedOn)))).toBe('131.35')
  })

  it('gives away three raised fees to the cent, by plans that were learned from it before', async () => {
    const { records } = await read()
    const plans = learnAll(records).flatMap(({ method, terms }) => (terms.found === 'all' ? [learnedPlan(method, terms)] : [])) // prettier-ignore
    const raised = new Map([[3, '0.01'], [77, '0.10'], [150, '1.23']] as const) // prettier-ignore
    const known = records.filter(
      ({ type, method }) => type === 'payment' && plans.some((plan) => plan.method === method),
    )
    const mismatches = known.flatMap((record, place) => {
      const more = exactOf(raised.get(place as 3) ?? '0') ?? 0n
      const checked = checkFee({ ...chargedOf(record), fee: record.fee + more }, plans, '0')
      return checked?.outcome === 'mismatch' ? [[place, exactText(checked.difference, 2)]] : []
    })
    expect(known).toHaveLength(215)
    expect(mismatches).toEqual([...raised])
  })
})

const learnedPlan = (method: string, { percent, flat }: LearnedTerms) =>
  planOf({ method, currency: 'USD', percent, flat })
