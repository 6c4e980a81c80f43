import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { wantRuns } from '#server/recon-sources/want-runs.ts'
import { close, reopen } from './close.ts'
import { writeOffClosed } from './decide.ts'
import { openSettling, openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

const line = (batch: string, cells: Parameters<typeof theirs>[0]) => ({
  batch,
  net_currency: 'EUR',
  booked_on: '2026-10-02',
  ...cells,
})
const paidOut = (batch: string, net: string) =>
  line(batch, { ref: `OUT-${batch}`, type: 'payout', payment_ref: '', merchant_ref: '', gross: '', net })
type Pair = Awaited<ReturnType<typeof openSettling>>

/** Two payments in two batches; the second is short by 0.50. */
async function opened(): Promise<Pair> {
  const pair = await openSettling(app)
  await pair.book([
    { ref: '1', amount: 10_000 },
    { ref: '2', amount: 5_000, at: '2026-10-05T10:00:00Z' },
  ])
  const second = { at: '2026-10-05 10:00:00', booked_on: '2026-10-06' }
  await pair.load(
    'b',
    theirs(
      line('B1', { ref: '1', gross: '100.00', net: '100.00' }),
      paidOut('B1', '-100.00'),
      { ...line('B2', { ref: '2', gross: '49.50', net: '49.50' }), ...second },
      { ...paidOut('B2', '-49.50'), ...second },
    ),
  )
  await pair.run()
  return pair
}
const closing = async (pair: Pair, batch: string) => {
  const of = (await pair.settlements()).find((one) => one.batch === batch)
  if (!of) throw new Error(`no ${batch}`)
  return pair.transaction((ctx) => close(ctx, of.settlement_id, { version: of.version, by: 'test', isByTwo: false }))
}
const all = (state: string) => (one: { state: string }) => one.state === state

describe('a closed settlement', () => {
  it('is frozen: later runs say the same of it and change nothing, and nothing before its days is read again', async () => {
    const pair = await opened()
    await closing(pair, 'B1')
    const before = await pair.outcomes()
    const books = await pair.books()
    const { changed } = await pair.run()
    expect(changed).toBe(0)
    expect(await pair.outcomes()).toEqual(before)
    expect(await pair.books()).toEqual(books)
    expect(await pair.sql(`select open_from::text from recon_pairs where merchant_id = $1`)).toEqual([
      { open_from: '2026-10-04' },
    ])
    expect(await pair.findings()).toEqual([])
  })

  it('says so when a file says something else of it, and stays as it was closed', async () => {
    const pair = await opened()
    await closing(pair, 'B1')
    const { recon_id: ref } = await pair.load('b', theirs(line('B1', { ref: '9', gross: '3.00', net: '3.00' })))
    await pair.transaction((ctx) => wantRuns(ctx, { sources: ['SIDE_B'] }, { kind: 'file', ref }))
    await pair.run()
    const [first] = await pair.settlements()
    expect(first).toMatchObject({ state: 'closed', computed: '100', lines: 1 })
    expect(first?.restated_at).not.toBeNull()
    expect(
      (await pair.outcomes())
        .filter(({ is_open }) => is_open)
        .map(({ provider_ref, status }) => `${provider_ref} ${status}`),
    ).toContain('P9 missing_in_transactions')
    const told = await pair.sql<{ kind: string }>(
      `select kind from notices where merchant_id = $1 and kind = 'settlement_restated'`,
    )
    expect(told).toHaveLength(1)
  })

  it('is reopened to the books of before, worked out anew, and closed again to the same books', async () => {
    const pair = await opened()
    const before = await pair.books()
    const first = await closing(pair, 'B2')
    const closed = await pair.books()
    expect(closed).toMatchObject({ 'bank:SIMULATOR': 4_950, recon_suspense: 50 })
    await pair.transaction((ctx) => reopen(ctx, first.settlement_id))
    expect(await pair.books()).toEqual(before)
    expect(await pair.findings()).toEqual([])
    await pair.run()
    expect((await pair.settlements()).every(all('proven'))).toBe(true)
    await closing(pair, 'B2')
    expect(await pair.books()).toEqual(closed)
    expect(await pair.findings()).toEqual([])
  })

  it('lets a decision take a difference out of suspense once', async () => {
    const pair = await opened()
    await closing(pair, 'B2')
    const decide = () => pair.transaction((ctx) => writeOffClosed(ctx, 'd1', ['payment:2']))
    expect([await decide(), await decide()]).toEqual([1, 0])
    expect(await pair.books()).toMatchObject({ recon_write_off: 50 })
    expect(await pair.books()).not.toHaveProperty('recon_suspense')
    expect(await pair.findings()).toEqual([])
  })

  it('is not closed on other numbers than were shown, and not twice', async () => {
    const pair = await opened()
    const [first] = await pair.settlements()
    const asked = (version: number) =>
      pair.transaction((ctx) => close(ctx, first?.settlement_id ?? '', { version, by: '', isByTwo: false }))
    await expect(asked(99)).rejects.toThrow(Fault)
    const both = await Promise.allSettled([asked(1), asked(1)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await pair.findings()).toEqual([])
  })
})

it('a match that reaches into two batches waits in suspense, and is settled by the batch that is closed last', async () => {
  const pair = await openSettling(app)
  await pair.book([{ ref: '1', amount: 10_000 }])
  await pair.load(
    'b',
    theirs(
      line('B1', { ref: '1', gross: '60.00', net: '60.00' }),
      paidOut('B1', '-60.00'),
      line('B2', { ref: '1', gross: '40.00', net: '40.00' }),
      paidOut('B2', '-40.00'),
    ),
  )
  await pair.run()
  const first = await closing(pair, 'B1')
  expect(await pair.books()).toMatchObject({
    'bank:SIMULATOR': 6_000,
    recon_suspense: -6_000,
    'psp_receivable:SIMULATOR': 10_000,
  })
  expect(await pair.findings()).toEqual([])
  expect((await pair.run()).changed).toBe(0)
  const second = await closing(pair, 'B2')
  expect(await pair.books()).toEqual({ 'bank:SIMULATOR': 10_000, merchant_payable: -10_000 })
  expect(await pair.findings()).toEqual([])
  await expect(pair.transaction((ctx) => reopen(ctx, first.settlement_id))).rejects.toThrow(Fault)
  await pair.transaction((ctx) => reopen(ctx, second.settlement_id))
  expect(await pair.books()).toMatchObject({ 'bank:SIMULATOR': 6_000, recon_suspense: -6_000 })
  expect(await pair.findings()).toEqual([])
})

it('where it is switched on, what is proven and has nothing open is closed by its run', async () => {
  const pair = await openSettling(app)
  await pair.sql(`update merchants set recon_closes_settlements = true where merchant_id = $1`)
  await pair.book([{ ref: '1', amount: 10_000 }])
  await pair.load(
    'b',
    theirs(
      line('B1', { ref: '1', gross: '100.00', net: '100.00' }),
      paidOut('B1', '-100.00'),
      line('B2', { ref: '7', gross: '5.00', net: '5.00' }),
      paidOut('B2', '-5.00'),
    ),
  )
  await pair.run()
  expect((await pair.settlements()).map(({ batch, state }) => `${batch} ${state}`)).toEqual(['B1 closed', 'B2 proven'])
  expect(await pair.findings()).toEqual([])
})

it('a run during which a settlement was closed begins anew, and changes nothing of the closed one', async () => {
  const pair = await opened()
  const rounds = await Promise.allSettled([pair.run({ tolerance: '1' }), closing(pair, 'B2')])
  expect(rounds.some(({ status }) => status === 'fulfilled')).toBe(true)
  await pair.run({ tolerance: '1' })
  const outcomes = await pair.outcomes()
  expect(new Set(outcomes.map(({ side, key }) => `${side} ${key}`)).size).toBe(outcomes.length)
  expect(await pair.findings()).toEqual([])
})

it('a closing that is posted twice is found in suspense, bank and receivable', async () => {
  const pair = await opened()
  await closing(pair, 'B2')
  await pair.sql(`with t as (insert into ledger_transfers select merchant_id, environment, gen_random_uuid(), kind, business_key || ':again', object_type, object_ref, at
      from ledger_transfers where merchant_id = $1 and object_type = 'settlement' returning transfer_id)
    insert into ledger_entries select e.merchant_id, e.environment, (select transfer_id from t), e.line, e.account, e.currency, e.amount_minor from ledger_entries e
    join ledger_transfers x on x.transfer_id = e.transfer_id where x.merchant_id = $1 and x.object_type = 'settlement'`)
  expect(new Set((await pair.findings()).map(({ invariant }) => invariant))).toEqual(
    new Set(['what is in suspense are the open differences of closed settlements', 'the bank has the payouts of closed settlements',
      'what providers owe is what was captured, less what was refunded and settled', 'each closing is posted once, and each reopening takes it back']),
  )
}) // prettier-ignore
