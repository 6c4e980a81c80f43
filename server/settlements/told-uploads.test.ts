import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { markTakenBack } from '#server/third-party/queries.ts'
import { reopen } from './close.ts'
import { closing, line, paidOut, type Settling } from './closing-fixtures.ts'
import { openSettling, openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

/** An upload by which another party tells of payments of the channel, each of 100.00 EUR. */
async function tell(pair: Settling, ...refs: string[]): Promise<string> {
  const upload = randomUUID()
  await pair.sql(
    `insert into third_party_uploads (merchant_id, environment, upload_id, source, file_name, state, dry_run, mapping, created_at, created_by, updated_at)
     values ($1, 'sandbox', $2, 'pos', 'pos.csv', 'loaded', false, '{}', now(), 'test', now())`,
    upload,
  )
  for (const ref of refs)
    await pair.sql(
      `insert into third_party_transactions (merchant_id, environment, transaction_key, upload_id, row_no, source, occurred_at, status, currency,
         amount_minor, merchant_order_ref, channel_order_ref, method, channel, payer, email, description)
       values ($1, 'sandbox', $2, $3, 1, 'pos', '2026-10-01T10:00:00Z', 'Success', 'EUR', 10000, $4, $5, 'CARD', 'SIMULATOR', '', '', '')`,
      `key-${ref}`, upload, `O${ref}`, `P${ref}`,
    ) // prettier-ignore
  return upload
}
const takeBack = (pair: Settling, upload: string) => pair.transaction((ctx) => markTakenBack(ctx, upload))

it('an upload that a closed settlement counts cannot be taken back until it is reopened', async () => {
  const pair = await openSettling(app)
  const [counted, other] = [await tell(pair, '1', '2'), await tell(pair, '3')]
  await pair.load(
    'b',
    theirs(
      line('B1', { ref: '1', gross: '100.00', net: '100.00' }),
      paidOut('B1', '-100.00'),
      line('B2', { ref: '2', gross: '100.00', net: '100.00' }),
      paidOut('B2', '-100.00'),
    ),
  )
  await pair.run()
  const first = await closing(pair, 'B1')
  const second = await closing(pair, 'B2')
  expect(await takeBack(pair, counted)).toBe(false)
  expect(await takeBack(pair, other)).toBe(true)
  await pair.transaction((ctx) => reopen(ctx, first.settlement_id))
  // The other settlement counts it still.
  expect(await takeBack(pair, counted)).toBe(false)
  await pair.transaction((ctx) => reopen(ctx, second.settlement_id))
  expect(await takeBack(pair, counted)).toBe(true)
})
