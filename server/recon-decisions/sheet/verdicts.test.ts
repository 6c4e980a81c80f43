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
      .map((cells) => cells.map((cell) => `"${cell ?? ''}"`).join(';'))
      .join('\r\n')
    for (const [bytes, name] of [
      [await savedElsewhere(table), 'a.xlsx'],
      [Buffer.from(csv), 'a.csv'],
    ] as const) {
      const { rows } = await sheets.taken(bytes, { name, isDone: true, by: sheets.bob })
      expect(rows.map(({ verdict, why }) => `${verdict} ${why}`).toSorted()).toEqual([
        'applied done_before',
        'proposed done_before',
      ])
    }
    expect(await proposals()).toHaveLength(1)
    expect(await sheets.sql(`select 1 from recon_comments where merchant_id = $1`)).toHaveLength(1)
  })

  it('is stale once a number that it showed has changed, and says since when in words', async () => {
    const bytes = await savedElsewhere(await filled({ A1: { act: 'accept' }, A2: { act: 'accept' } }))
    await sheets.keep([missing('a1', { gross: '11' })])
    const { rows } = await sheets.taken(bytes, { isDone: true, language: 'ar' })
    expect(new Map(rows.map(({ verdict, record_ref }) => [record_ref, verdict]))).toEqual(
      new Map([
        ['1.a.a1', 'stale'],
        ['1.a.a2', 'proposed'],
      ]),
    )
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
})
