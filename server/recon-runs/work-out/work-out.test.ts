import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { counted, openWorkingOut, settlementTitles, transactionTitles, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

const ours = (...lines: string[]) => [transactionTitles, ...lines].join('\n')
/** Lines as `reference type amount`, each of its own merchant's reference, with further cells by name. */
const theirs = (...lines: (Partial<Record<string, string>> & { ref: string })[]) =>
  [
    settlementTitles,
    ...lines.map(({ ref, ...cells }, place) => {
      const line = {
        line: `L${place}-${ref}`,
        type: 'payment',
        payment_ref: `P${ref}`,
        merchant_ref: `O${ref}`,
        at: '2026-10-01 10:00:00',
        currency: 'EUR',
        fee: '0.30',
        ...cells,
      } as Record<string, string>
      return settlementTitles
        .split(',')
        .map((title) => line[title] ?? '')
        .join(',')
    }),
  ].join('\n')

describe('a run', () => {
  it('says of each record what it is, with all differences as numbers', async () => {
    const pair = await app.pairOf()
    await pair.load(
      'a',
      ours(
        'O1,P1,2026-10-01 10:00:00,EUR,10.00,payment,card',
        'O2,P2,2026-10-01 10:00:00,EUR,20.00,payment,card',
        'O3,P3,2026-10-01 10:00:00,EUR,30.00,payment,card',
        'O4,P4,2026-10-01 10:00:00,EUR,41.00,payment,card',
        'O5,P5,2026-10-01 10:00:00,EUR,50.00,payment,card',
        'O6,P6,2026-10-01 10:00:00,EUR,60.00,payment,card',
      ),
    )
    await pair.load(
      'b',
      theirs(
        { ref: '1', gross: '10.00' },
        { ref: '2', gross: '20.01' },
        { ref: '4', gross: '41.00', currency: 'USD' },
        { ref: '5', gross: '50.00' },
        { ref: '5', gross: '50.00' },
        { ref: '6', gross: '25.00' },
        { ref: '6', gross: '35.00' },
        { ref: '9', gross: '97.00' },
      ),
    )
    const { outcomes, digest } = await pair.run()
    expect(counted(outcomes)).toEqual(['a amount_mismatch 1', 'a matched 3', 'a missing_in_settlement 2', 'b amount_mismatch 1', 'b duplicate 1', 'b matched 4', 'b missing_in_transactions 2'])
    const of = (ref: string, side: 'a' | 'b') => outcomes.find((one) => one.side === side && one.provider_ref === ref)
    expect(of('P2', 'a')).toMatchObject({ status: 'amount_mismatch', mismatches: ['amount'], amount_off: '0.01', is_lead: true, is_open: true })
    expect(of('P2', 'b')).toMatchObject({ amount_off: '0', is_lead: false, group_id: of('P2', 'a')?.group_id })
    expect(of('P4', 'a')?.evidence.nearest).toMatchObject({ why: 'other_currency', amount: '41', currency: 'USD' })
    expect(of('P6', 'a')).toMatchObject({ status: 'matched', rule_key: 'parts_provider', evidence: { theirs: 2 } })
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
  })
}) // prettier-ignore
