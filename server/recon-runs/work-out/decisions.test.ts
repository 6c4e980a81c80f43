import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkingOut, type Outcome, type WorkingOut } from './fixtures.ts'
import { ours, theirs } from './sheet-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())
type Pair = Awaited<ReturnType<WorkingOut['pairOf']>>
const of = (outcomes: readonly Outcome[], side: 'a' | 'b', ref: string) => {
  const found = outcomes.find((one) => one.side === side && one.provider_ref === ref)
  if (!found) throw new Error(`no ${side} ${ref}`)
  return found
}

/** Decides about records as they are shown now. */
async function decide(pair: Pair, act: string, records: readonly Outcome[], untilDay: string | null = null) {
  const id = randomUUID()
  const [lead] = records
  await pair.sql(
    `insert into recon_decisions (merchant_id, environment, decision_id, msm_id, act, group_id, status, amount_off, fee_off, tax_off, until_day, reason, decided_by, decided_at)
     select $1, 'sandbox', $2, 1, $3, md5(string_agg(k, ',' order by k collate "C"))::uuid, $4, $5, $6, $7, $8, '', 'Ada', now() from unnest($9::text[]) k`,
    id, act, lead?.status, lead?.amount_off, lead?.fee_off, lead?.tax_off, untilDay, records.map(({ key }) => key),
  )
  for (const { side, key } of records) await pair.sql(`insert into recon_decision_records values ($1, 'sandbox', $2, $3, $4)`, id, side, key)
  return { id, lift: () => pair.sql(`update recon_decisions set lifted_at = now(), lifted_by = 'Ada' where merchant_id = $1 and decision_id = $2`, id) }
} // prettier-ignore

describe('a decision', () => {
  it('to match joins records that no rule joins, and sleeps while one of them is gone', async () => {
    const pair = await app.pairOf()
    await pair.load('a', ours({ ref: '1', amount: '10.00' }, { ref: '2', amount: '7.00' }))
    const { recon_id } = await pair.load('b', theirs({ ref: '8', gross: '6.00' }, { ref: '9', gross: '4.00' }))
    const { outcomes } = await pair.run()
    const records = [of(outcomes, 'a', 'P1'), of(outcomes, 'b', 'P8'), of(outcomes, 'b', 'P9')]
    await decide(pair, 'match', records)
    const decided = await pair.run()
    for (const [side, ref] of [['a', 'P1'], ['b', 'P8'], ['b', 'P9']] as const)
      expect(of(decided.outcomes, side, ref)).toMatchObject({ status: 'matched', rule_key: 'decision', is_open: false })
    expect(of(decided.outcomes, 'a', 'P2').is_open).toBe(true)
    expect(await pair.run()).toMatchObject({ digest: decided.digest, changed: 0 })
    await pair.sql(`update recon_records set standing = 'withdrawn', shadow = 1 where merchant_id = $1 and recon_id = $2`, recon_id)
    expect(of((await pair.run()).outcomes, 'a', 'P1')).toMatchObject({ status: 'missing_in_settlement', is_open: true })
    await pair.sql(`update recon_records set standing = 'current', shadow = 0 where merchant_id = $1 and recon_id = $2`, recon_id)
    expect((await pair.run()).digest).toBe(decided.digest)
  })

  it('to part keeps records from each other whatever rule would join them, until it is lifted', async () => {
    const pair = await app.pairOf()
    await pair.load('a', ours({ ref: '1', amount: '10.00' }))
    await pair.load('b', theirs({ ref: '1', gross: '10.00' }))
    const { outcomes, digest } = await pair.run()
    const { lift } = await decide(pair, 'unmatch', outcomes)
    for (let again = 0; again < 2; again += 1) {
      const parted = await pair.run()
      expect(of(parted.outcomes, 'a', 'P1')).toMatchObject({ status: 'missing_in_settlement', suggested: null })
      expect(of(parted.outcomes, 'b', 'P1')).toMatchObject({ status: 'missing_in_transactions', suggested: null })
    }
    await lift()
    expect((await pair.run()).digest).toBe(digest)
  })

  it.each(['accept', 'write_off'])('to %s closes the difference that was shown, and no other', async (act) => {
    const pair = await app.pairOf()
    await pair.load('a', ours({ ref: '1', amount: '10.00' }))
    await pair.load('b', theirs({ ref: '1', gross: '9.00' }))
    const { outcomes } = await pair.run()
    await decide(pair, act, [of(outcomes, 'a', 'P1'), of(outcomes, 'b', 'P1')])
    for (const side of ['a', 'b'] as const)
      expect(of((await pair.run()).outcomes, side, 'P1')).toMatchObject({ status: 'amount_mismatch', is_open: false, decision: act })
    await pair.sql(`update recon_decisions set amount_off = -2 where merchant_id = $1`)
    expect(of((await pair.run()).outcomes, 'a', 'P1')).toMatchObject({ is_open: true, decision: '' })
  })

  it('that a line is not ours, or is expected until a day, closes it; after the day it is missing again', async () => {
    const pair = await app.pairOf()
    await pair.load('a', ours({ ref: '1', amount: '10.00' }))
    await pair.load('b', theirs({ ref: '2', gross: '5.00' }))
    const { outcomes } = await pair.run()
    await decide(pair, 'expect', [of(outcomes, 'a', 'P1')], '2026-12-01')
    await decide(pair, 'not_ours', [of(outcomes, 'b', 'P2')])
    const before = await pair.run({ asOf: '2026-12-01' })
    expect(of(before.outcomes, 'a', 'P1')).toMatchObject({ status: 'expected', is_open: false, decision: 'expect' })
    expect(of(before.outcomes, 'b', 'P2')).toMatchObject({ status: 'missing_in_transactions', is_open: false, decision: 'not_ours' })
    const after = await pair.run({ asOf: '2026-12-02' })
    expect(of(after.outcomes, 'a', 'P1')).toMatchObject({ status: 'missing_in_settlement', is_open: true, decision: '' })
  })
}) // prettier-ignore
