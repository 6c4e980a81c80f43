import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRules } from '#contract/recon-rule-shapes.ts'
import { counted, openWorkingOut, type Outcome, type WorkingOut } from './fixtures.ts'
import { ours, theirs } from './sheet-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())
const of = (outcomes: readonly Outcome[], side: 'a' | 'b', ref: string) =>
  outcomes.find((one) => one.side === side && one.provider_ref === ref)
const without = (...keys: string[]) =>
  defaultRules.settlement.map((rule) => (keys.includes(rule.rule_key) ? { ...rule, is_enabled: false } : rule))
const withOnly = (key: string, changes: object) =>
  defaultRules.settlement.map((rule) => (rule.rule_key === key ? { ...rule, is_enabled: true, ...changes } : rule))
async function workedOut(a: string, b: string, run: object = {}) {
  const pair = await app.pairOf()
  await pair.load('a', a)
  await pair.load('b', b)
  return pair.run(run)
}

describe('rules', () => {
  it('find references that are equal but for case, blanks, hyphens and zeros, and not when that is switched off', async () => {
    const sides = [ours({ ref: '00-Ab 1', amount: '10.00' }), theirs({ ref: '', payment_ref: 'p00ab1', merchant_ref: '', gross: '10.00' })] as const
    expect((await workedOut(...sides)).outcomes[0]).toMatchObject({ status: 'matched', rule_key: 'loose_provider' })
    expect((await workedOut(...sides, { rules: without('loose_provider', 'near') })).outcomes[0]?.status).toBe('missing_in_settlement')
  })

  it('only suggest what has the amount alone, where it is the only one that it could be', async () => {
    const unknown = (ref: string, gross: string, at = '2026-10-02 09:00:00') => ({ ref, payment_ref: `x${ref}`, merchant_ref: '', gross, at })
    const { outcomes } = await workedOut(
      ours({ ref: '1', amount: '10.00' }, { ref: '2', amount: '20.00' }, { ref: '3', amount: '20.00' }, { ref: '4', amount: '40.00' }),
      theirs(unknown('1', '10.00'), unknown('2', '20.00'), unknown('4', '40.00', '2026-10-09 09:00:00')),
    )
    expect(counted(outcomes)).toEqual(['a missing_in_settlement 4', 'b missing_in_transactions 3'])
    expect(of(outcomes, 'a', 'P1')).toMatchObject({ suggested_strength: 'suggested', suggested: of(outcomes, 'b', 'x1')?.suggested })
    for (const ref of ['P2', 'P3', 'P4']) expect(of(outcomes, 'a', ref)?.suggested).toBeNull()
  })

  it('suggest the few that sum to another, and call several solutions ambiguous', async () => {
    const unknown = (ref: string, gross: string) => ({ ref, payment_ref: `x${ref}`, merchant_ref: '', gross })
    const one = await workedOut(ours({ ref: '1', amount: '10.10' }, { ref: '2', amount: '20.20' }, { ref: '3', amount: '7.77' }), theirs(unknown('1', '30.30')))
    expect(one.outcomes.filter(({ suggested_strength }) => suggested_strength === 'suggested')).toHaveLength(3)
    const two = await workedOut(ours(...['10.00', '20.00', '12.00', '18.00'].map((amount, at) => ({ ref: `${at}`, amount }))), theirs(unknown('1', '30.00')))
    expect(of(two.outcomes, 'b', 'x1')).toMatchObject({ status: 'missing_in_transactions', suggested_strength: 'ambiguous' })
  })

  it('say of what others may sum to that not all sums were tried, where there are more than 40 or these take too many steps', async () => {
    const unknown = { ref: '1', payment_ref: 'x1', merchant_ref: '', gross: '5000.01' }
    const others = (count: number) => Array.from({ length: count }, (_, at) => ({ ref: `${at}`, amount: (500 + (((at * at * 7_919) % 10_000) * 6) / 100).toFixed(2) }))
    for (const [count, isLeft] of [[41, true], [40, true], [8, undefined]] as const) {
      const { outcomes } = await workedOut(ours(...others(count)), theirs(unknown))
      expect(of(outcomes, 'b', 'x1')).toMatchObject({ status: 'missing_in_transactions', suggested: null })
      expect([count, of(outcomes, 'b', 'x1')?.evidence['not_searched_further']]).toEqual([count, isLeft])
      expect(of(outcomes, 'a', 'P1')?.evidence).not.toHaveProperty('not_searched_further')
    }
  })

  it('match the transactions of a day and method with the one line that they sum to', async () => {
    const rules = withOnly('groups', { group_by: ['day', 'method'], days: 2 })
    const { outcomes } = await workedOut(
      ours({ ref: '1', amount: '10.00' }, { ref: '2', amount: '20.00' }, { ref: '3', amount: '5.00', method: 'wallet' }),
      theirs({ ref: 'day', gross: '30.00', at: '2026-10-02 00:00:00' }),
      { rules },
    )
    expect(counted(outcomes)).toEqual(['a matched 2', 'a missing_in_settlement 1', 'b matched 1'])
    expect(of(outcomes, 'b', 'Pday')).toMatchObject({ rule_key: 'groups', evidence: { ours: 2 } })
  })

  it('are narrowed to types, methods and amounts', async () => {
    const sides = [ours({ ref: '1', amount: '10.00' }, { ref: '2', amount: '99.00' }), theirs({ ref: '1', gross: '10.00' }, { ref: '2', gross: '99.00' })] as const
    const only = { ...defaultRules.settlement[0], only: { types: ['payment'], methods: ['card'], amount_to: '50' } }
    expect(counted((await workedOut(...sides, { rules: [only] })).outcomes)).toEqual(['a matched 1', 'a missing_in_settlement 1', 'b matched 1', 'b missing_in_transactions 1'])
  })

  it('join the two sides of a conversion to its payment, and let what was taken back cancel what took it', async () => {
    const { outcomes } = await workedOut(
      ours({ ref: '1', amount: '100.00', currency: 'USD' }),
      theirs(
        { ref: '1', gross: '100.00', currency: 'USD' },
        { ref: 'out', type: 'conversion', gross: '-100.00', currency: 'USD', parent_ref: 'P1' },
        { ref: 'in', type: 'conversion', gross: '90.00', currency: 'EUR', parent_ref: 'P1' },
        { ref: '2', type: 'chargeback', gross: '-5.00' },
        { ref: '2', type: 'chargeback_reversal', gross: '5.00' },
      ),
    )
    expect(counted(outcomes)).toEqual(['a matched 1', 'b adjustment 2', 'b matched 3'])
    expect(of(outcomes, 'a', 'P1')).toMatchObject({ group_id: of(outcomes, 'b', 'Pin')?.group_id, evidence: { conversion: { rate: '0.9', in: '90', in_currency: 'EUR' } } })
    expect(of(outcomes, 'b', 'P2')).toMatchObject({ rule_key: 'lines', evidence: { cancelled: true } })
  })

  it('match articles within an order where both sides name them, and hold quantities against each other', async () => {
    const pair = await app.pairOf({ isSku: true })
    const line = (sku: string, gross: string, quantity: string) => ({ ref: '1', sku, quantity, gross, amount: gross })
    await pair.load('a', ours(line('shoe', '80.00', '1'), line('sock', '10.00', '2'), line('hat', '15.00', '1')))
    await pair.load('b', theirs(line('shoe', '80.00', '1.0'), line('sock', '10.00', '3'), line('bag', '15.00', '1')))
    const { outcomes } = await pair.run()
    const said = outcomes.filter(({ side }) => side === 'a').map(({ sku_id, status, mismatches }) => `${sku_id} ${status} ${mismatches.join()}`)
    expect(said.toSorted()).toEqual(['hat missing_in_settlement ', 'shoe matched ', 'sock matched quantity'])
  })
}) // prettier-ignore
