import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { close } from './close.ts'
import { openSettling, type Booked, type WorkingOut } from './fixtures.ts'

export type Settling = Awaited<ReturnType<typeof openSettling>>
type Cells = Parameters<typeof theirs>[0]

/** A line of a batch in EUR. */
export const line = (batch: string, cells: Cells): Cells => ({
  batch,
  net_currency: 'EUR',
  booked_on: '2026-10-02',
  ...cells,
})
/** The payout of a batch. */
export const paidOut = (batch: string, net: string): Cells =>
  line(batch, { ref: `OUT-${batch}`, type: 'payout', payment_ref: '', merchant_ref: '', gross: '', net })

/** Two payments in two batches; the second is short by 0.50. */
export async function twoBatches(app: WorkingOut): Promise<Settling> {
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

/** Closes one batch as it is. */
export async function closing(pair: Settling, batch: string, { isByTwo = false } = {}) {
  const of = (await pair.settlements()).find((one) => one.batch === batch)
  if (!of) throw new Error(`no ${batch}`)
  return pair.transaction((ctx) => close(ctx, of.settlement_id, { version: of.version, by: 'test', isByTwo }))
}

/** Works a world of one batch out and closes it by two people. `moved` has what that did to each account. */
export async function closed(
  app: WorkingOut,
  booked: readonly Booked[],
  lines: readonly Cells[],
  { tolerance = '0', plan = true } = {},
) {
  const pair = await openSettling(app)
  if (plan) await pair.plan()
  await pair.book(booked)
  const file = await pair.load('b', theirs(...lines.map((cells) => line('B1', cells))))
  await pair.check(file.recon_id)
  await pair.run({ tolerance })
  const before = await pair.books()
  const [settlement] = await pair.settlements()
  if (!settlement) throw new Error('no settlement')
  await closing(pair, 'B1', { isByTwo: true })
  const after = await pair.books()
  const moved = Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((account) => [account, (after[account] ?? 0) - (before[account] ?? 0)])
      .filter(([, by]) => by !== 0),
  )
  return { pair, settlement, moved, findings: await pair.findings() }
}
