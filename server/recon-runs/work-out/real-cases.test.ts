import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealFiles } from '#test/real-files.ts'
import { counted, openWorkingOut, type Outcome, type WorkingOut } from './fixtures.ts'
import { told, workedOut } from './real-case-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  if (hasRealFiles) app = await openWorkingOut()
})
afterAll(() => app?.close())

const sum = (outcomes: readonly Outcome[], column: 'amount_off' | 'tolerated'): string =>
  (outcomes.reduce((total, one) => total + Math.round(Number(one[column]) * 100), 0) / 100).toFixed(2)
const batch380 = {
  name: 'adyen_batch_380',
  layout: 'ADYEN_SETTLEMENT_DETAIL',
  file: 'oca_adyen/bank_statement_import_adyen__settlement_detail_report_batch_380.csv',
}
/** What was changed in the merchant's list, as its case says. */
const mutated = (list: string): string =>
  [
    ...list
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('CM1000028861,'))
      .map((line) => {
        if (line.startsWith('CM7000054279,')) return line.replace(',518.9,', ',518.91,')
        if (line.startsWith('CM3000151418,')) return line.replace(',31.95,', ',63.90,')
        return line.startsWith('CM7000054312,') ? line.replace(',USD,', ',EUR,') : line
      }),
    'NOT-AT-PSP-1,,2021-01-05 00:00:00,USD,12.34,payment,mc',
  ].join('\n')

describe.skipIf(!hasRealFiles)('a real file and the list of its merchant', () => {
  it('match in 226 of 226, and again when both are loaded twice', async () => {
    const { pair, bytes, outcomes, digest } = await workedOut(app, batch380)
    expect(counted(outcomes)).toEqual(['a matched 226', 'b adjustment 2', 'b matched 226'])
    expect(told(outcomes, 'b', 'adjustment')).toEqual(['fee null USD', 'payout null USD'])
    await pair.load('b', Buffer.concat([bytes, Buffer.from('\n')]), { layout: batch380.layout })
    expect(await pair.run()).toMatchObject({ digest, changed: 0 })
  })

  it('differ by what was changed, to the cent, and a tolerance hides the cent that it says', async () => {
    const { pair, outcomes } = await workedOut(app, { ...batch380, change: mutated })
    expect(counted(outcomes)).toEqual(['a amount_mismatch 2', 'a matched 222', 'a missing_in_settlement 2', 'b adjustment 2', 'b amount_mismatch 2', 'b matched 222', 'b missing_in_transactions 2'])
    expect(sum(outcomes, 'amount_off')).toBe('-31.96')
    expect(told(outcomes, 'b', 'missing_in_transactions')).toEqual(['payment 36.45 USD', 'payment 511.9 USD'])
    expect(told(outcomes, 'a', 'missing_in_settlement')).toEqual(['payment 12.34 USD', 'payment 511.9 EUR'])
    const cent = await pair.run({ tolerance: '0.01' })
    expect(counted(cent.outcomes)).toContain('a matched 223')
    expect([sum(cent.outcomes, 'amount_off'), sum(cent.outcomes, 'tolerated')]).toEqual(['-31.96', '-0.01'])
  })

  it('match by the merchant’s reference where a spreadsheet has cut all others', async () => {
    const { outcomes } = await workedOut(app, { name: 'adyen_xlsx_offset3', layout: batch380.layout, file: 'oca_adyen/bank_statement_import_adyen__adyen_test.xlsx' })
    expect(counted(outcomes)).toEqual(['a matched 19', 'b adjustment 2', 'b matched 19'])
    expect(new Set(outcomes.filter(({ side }) => side === 'a').map(({ rule_key }) => rule_key))).toEqual(new Set(['merchant_reference']))
  })

  it('match each kind with its own, and a refund of which two columns were filled stands out by 51.00', async () => {
    const { outcomes } = await workedOut(app, { name: 'adyen_batch_1128', layout: batch380.layout, file: 'e2e_wmf_audit/Adyen/batch_1__settlement_detail_report_batch_1128.csv' })
    expect(counted(outcomes)).toEqual(['a amount_mismatch 1', 'a matched 10', 'b adjustment 4', 'b amount_mismatch 1', 'b matched 10'])
    const refund = outcomes.find(({ side, type }) => side === 'a' && type === 'refund')
    expect(refund).toMatchObject({ amount_off: '51', evidence: { marks: ['both_sides_filled'] } })
  })
}) // prettier-ignore
