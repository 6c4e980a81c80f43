import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Told } from '#server/recon-records/fixtures.ts'
import { filledIn, openSheets, openTestApp, savedElsewhere, tableOf, type Sheets, type Table } from './fixtures.ts'
import type { TestApp } from '#test/test-app.ts'

let testApp: TestApp
let sheets: Sheets
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const missing = (key: string, more: Partial<Told> = {}): Told => ({
  key,
  side: 'a',
  status: 'missing_in_settlement',
  provider_ref: key.toUpperCase(),
  ...more,
})
const foreign = (key: string, more: Partial<Told> = {}): Told => ({
  key,
  side: 'b',
  is_lead: true,
  status: 'missing_in_transactions',
  provider_ref: key.toUpperCase(),
  ...more,
})
const told: Told[] = [
  missing('a1'),
  { key: 'c1', side: 'a', status: 'amount_mismatch', group: 'c', is_lead: true, amount_off: '-1', provider_ref: 'C1' },
]
beforeEach(async () => {
  sheets = await openSheets(testApp)
  await sheets.keep(told)
})
const filled = async (of: Parameters<typeof filledIn>[1]): Promise<Table> =>
  filledIn(await tableOf(await sheets.exported()), of)
const decisions = () =>
  sheets.sql<{ act: string; reason: string }>(
    `select d.act, d.reason from recon_decisions d where merchant_id = $1 order by reason`,
  )
const proposals = () =>
  sheets.sql<{ state: string; reason: string }>(
    `select state, reason from recon_proposals where merchant_id = $1 order by reason`,
  )

describe('a proposal in a sheet', () => {
  it('is approved by another person than who proposed it, on the numbers shown', async () => {
    await sheets.taken(
      await savedElsewhere(
        await filled({ A1: { act: 'accept', reason: 'one' }, C1: { act: 'write_off', reason: 'two' } }),
      ),
      { isDone: true },
    )
    const table = await filled({
      A1: { act: 'Approve the proposal' },
      C1: { act: 'Reject the proposal', reason: 'no' },
    })
    expect(table.rows.filter((row) => row['Waiting for'] === 'Accept as it is, proposed by Ada Lovelace')).toHaveLength(
      1,
    )
    const bytes = await savedElsewhere(table)
    const own = await sheets.taken(bytes, { isDone: true })
    expect(own.rows.map(({ verdict, why }) => [verdict, why])).toEqual([
      ['not_allowed', 'own_proposal'],
      ['not_allowed', 'own_proposal'],
    ])
    expect((await sheets.taken(bytes, { isDone: true, by: sheets.bob })).said).toMatchObject({ applied: 2 })
    expect(await proposals()).toEqual([
      { state: 'approved', reason: 'one' },
      { state: 'rejected', reason: 'two' },
    ])
    expect(await decisions()).toEqual([{ act: 'accept', reason: 'one' }])
  })

  it('is not approved by a sheet from before it, nor without a recent proof', async () => {
    const before = await savedElsewhere(await filled({ A1: { act: 'approve' } }))
    await sheets.taken(await savedElsewhere(await filled({ A1: { act: 'accept' } })), { isDone: true })
    expect((await sheets.taken(before, { by: sheets.bob })).rows).toMatchObject([
      { verdict: 'stale', why: 'proposed_since' },
    ])
    const bytes = await savedElsewhere(await filled({ A1: { act: 'approve' } }))
    await sheets.sql(`update sessions set proved_at = now() - interval '1 hour' where merchant_id = $1`)
    expect((await sheets.upload(bytes, { by: sheets.bob, isDone: true })).body).toMatchObject({
      status_reason: 'STEP_UP_REQUIRED',
    })
    expect(await proposals()).toMatchObject([{ state: 'proposed' }])
  })

  it('waits for one decision: rows about the same records do not contradict each other', async () => {
    await sheets.keep([missing('d1', { suggested: 's' }), foreign('d2', { suggested: 's' })])
    const { rows } = await sheets.taken(
      await savedElsewhere(await filled({ D1: { act: 'match' }, D2: { act: 'not_ours' } })),
      { isDone: true },
    )
    expect(rows.map(({ verdict, why }) => `${verdict} ${why}`).toSorted()).toEqual([
      'applied ',
      'not_allowed contradicts_row',
    ])
    expect(await decisions()).toHaveLength(1)
  })
})
