import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Told } from '#server/recon-records/fixtures.ts'
import {
  filledIn,
  openSheets,
  openTestApp,
  savedElsewhere,
  tableOf,
  titlesOf,
  type Sheets,
  type Table,
} from './fixtures.ts'
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
  missing('a2'),
  missing('a3'),
  missing('a4'),
  missing('a5'),
  foreign('b1', { gross: '6' }),
  { key: 'c1', side: 'a', status: 'amount_mismatch', group: 'c', is_lead: true, amount_off: '-1', provider_ref: 'C1' },
  { key: 'c2', side: 'b', status: 'amount_mismatch', group: 'c', is_lead: false, gross: '9', provider_ref: 'C1' },
]
beforeEach(async () => {
  sheets = await openSheets(testApp)
  await sheets.keep(told)
})
const filled = async (of: Parameters<typeof filledIn>[1], by = sheets.ada): Promise<Table> =>
  filledIn(await tableOf(await sheets.exported(undefined, by)), of)
const decisions = () =>
  sheets.sql<{ act: string; reason: string }>(
    `select d.act, d.reason from recon_decisions d where merchant_id = $1 order by reason`,
  )
const proposals = () =>
  sheets.sql<{ state: string; reason: string }>(
    `select state, reason from recon_proposals where merchant_id = $1 order by reason`,
  )

describe('a row of a sheet', () => {
  it('is applied or proposed, with a reason, day and owner of its own; a check does nothing', async () => {
    const bytes = await savedElsewhere(
      await filled({
        A1: { act: 'Accept as it is', reason: 'one' },
        A2: { act: 'Expect until a day', until: '2999-01-01', reason: 'two', owner: 'Bob Cole' },
        A3: { owner: 'Bob Cole', until: '2999-02-01' },
        A4: { act: 'Comment', reason: 'Asked the bank' },
        B1: { act: 'Not ours', reason: 'three' },
        C1: { act: 'Write off the difference', reason: 'four' },
      }),
    )
    const expected = { rows: 7, decided: 6, applied: 4, proposed: 2, stale: 0, unknown: 0, not_allowed: 0, invalid: 0 }
    const check = await sheets.taken(bytes)
    expect(check.said).toMatchObject({ ...expected, dry_run: true })
    expect([await decisions(), await proposals()]).toEqual([[], []])
    const { said, rows } = await sheets.taken(bytes, { isDone: true })
    expect(said).toMatchObject({ ...expected, dry_run: false, created_by: 'Ada Lovelace' })
    expect(rows.map(({ record_ref, act, verdict, why }) => [record_ref, act, verdict, why])).toEqual(
      check.rows.map(({ record_ref, act, verdict, why }) => [record_ref, act, verdict, why]),
    )
    expect(await decisions()).toEqual([
      { act: 'not_ours', reason: 'three' },
      { act: 'expect', reason: 'two' },
    ])
    expect(await proposals()).toEqual([
      { state: 'proposed', reason: 'four' },
      { state: 'proposed', reason: 'one' },
    ])
    const owners = await sheets.sql<{ owner_name: string; due_on: string }>(
      `select owner_name, due_on::text from recon_owners where merchant_id = $1 order by due_on`,
    )
    expect(owners).toEqual([
      { owner_name: 'Bob Cole', due_on: '2999-01-01' },
      { owner_name: 'Bob Cole', due_on: '2999-02-01' },
    ])
    expect(await sheets.sql(`select text from recon_comments where merchant_id = $1`)).toEqual([
      { text: 'Asked the bank' },
    ])
  })

  it('is done once, however often and by whichever program its sheet comes', async () => {
    const table = await filled({ A1: { act: 'accept', reason: 'x' }, A4: { act: 'comment', reason: 'y' } })
    await sheets.taken(await savedElsewhere(table), { isDone: true })
    const csv = [table.titles, ...table.rows.map((row) => table.titles.map((title) => row[title]))]
      .map((cells) => cells.map((cell) => `"${cell}"`).join(';'))
      .join('\r\n')
    for (const [bytes, name] of [
      [await savedElsewhere(table), 'a.xlsx'],
      [Buffer.from(csv), 'a.csv'],
    ] as const) {
      const { rows } = await sheets.taken(bytes, { name, isDone: true, by: sheets.bob })
      expect(rows.map(({ verdict, why }) => [verdict, why])).toEqual([
        ['proposed', 'done_before'],
        ['applied', 'done_before'],
      ])
    }
    expect(await proposals()).toHaveLength(1)
    expect(await sheets.sql(`select 1 from recon_comments where merchant_id = $1`)).toHaveLength(1)
  })

  it('is stale once a number that it showed has changed, and says since when in words', async () => {
    const bytes = await savedElsewhere(await filled({ A1: { act: 'accept' }, A2: { act: 'accept' } }))
    await sheets.keep([missing('a1', { gross: '11' })])
    const { rows } = await sheets.taken(bytes, { isDone: true, language: 'ar' })
    expect(rows.map(({ verdict, record_ref }) => [record_ref, verdict]).toSorted()).toEqual([
      ['1.a.a1', 'stale'],
      ['1.a.a2', 'proposed'],
    ])
    const stale = rows.find(({ verdict }) => verdict === 'stale')
    expect(stale?.text).toMatch(/^تغيرت الأرقام منذ إنشاء هذا الجدول: .+\. صدّر/)
    expect(new Date(stale?.params['since'] ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('of another merchant, of a made-up key, given twice or with a formula is refused in words', async () => {
    const other = await openSheets(testApp)
    await other.keep([missing('z1')])
    const [theirs] = (await tableOf(await other.exported())).rows
    const table = await filled({ A1: { act: 'Accept as it is' }, A2: { act: 'Accept as it is', reason: '=1+1' } })
    const own = table.rows.find((row) => row['Provider reference'] === 'A1') ?? {}
    table.rows.push({ ...theirs, [titlesOf.act]: 'accept' }, { ...own, [titlesOf.key]: '1.a.a1' }, own)
    const { rows } = await sheets.taken(await savedElsewhere(table), { isDone: true })
    expect(
      rows
        .filter(({ verdict }) => verdict !== 'proposed')
        .map(({ verdict, why, text }) => [verdict, why, text.length > 20]),
    ).toEqual([
      ['invalid', 'formula', true],
      ['unknown', 'unknown', true],
      ['unknown', 'not_a_row', true],
      ['invalid', 'given_twice', true],
    ])
  })

  it('says what is wrong with its act, day, owner and reason', async () => {
    const wrong: [Parameters<typeof filledIn>[1][string], string][] = [
      [{ act: 'Delete' }, 'act_unknown'],
      [{ reason: 'why' }, 'no_act'],
      [{ act: 'expect' }, 'until_missing'],
      [{ act: 'expect', until: '2001-01-01' }, 'until_past'],
      [{ act: 'expect', until: '2999-02-30' }, 'not_a_day'],
      [{ act: 'accept', until: '2999-01-01' }, 'until_unwanted'],
      [{ owner: 'Nobody we know' }, 'owner_unknown'],
      [{ act: 'accept', reason: 'x'.repeat(501) }, 'reason_too_long'],
      [{ act: 'comment' }, 'comment_missing'],
      [{ act: 'match' }, 'no_suggestion'],
      [{ act: 'not_ours' }, 'not_for_this'],
      [{ act: 'approve' }, 'nothing_waits'],
    ]
    const table = await filled({})
    const one = async (row: (typeof wrong)[number][0]) =>
      (await sheets.taken(await savedElsewhere(filledIn(table, { A1: row })))).rows[0]
    for (const [row, why] of wrong)
      expect(await one(row)).toMatchObject({ why, verdict: expect.stringMatching(/^(invalid|not_allowed)$/) as string })
  })
})

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
    expect(
      table.rows.filter((row) => row['Waiting for approval'] === 'Accept as it is, proposed by Ada Lovelace'),
    ).toHaveLength(1)
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
    const entries = await sheets.sql(
      `select 1 from audit_events where merchant_id = $1 and action in ('recon-decision.approve', 'recon-decision.reject')`,
    )
    expect(entries).toHaveLength(2)
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
