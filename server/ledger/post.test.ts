import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '#server/kit/ctx.ts'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { post, type Transfer } from './post.ts'

let place: TestDatabase
let owner: Database
let application: Database
const merchantId = crypto.randomUUID()
beforeAll(async () => {
  place = await testDatabase()
  owner = openDatabase(place.ownerUrl, { most: 1 })
  application = openDatabase(place.url, { most: 2 })
  const merchant = `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
    values ($1, 'posts', 'posts', 'Posts', 'posts@example.com', 'SG', 'SGD', 'single', '', '', now())`
  await owner.transaction(null, (tx) => tx.query(merchant, [merchantId]))
})
afterAll(async () => {
  await owner.close()
  await application.close()
  await place.drop()
})

const captured = (ref: string, amounts: bigint[]): Transfer => ({
  kind: 'payment.captured',
  businessKey: `payment:${ref}:captured`,
  objectType: 'payment',
  objectRef: ref,
  currency: 'SGD',
  lines: amounts.map((amountMinor, at) => ({ account: `account ${at}`, amountMinor })),
})
const posted = (...transfers: Transfer[]) =>
  ownTransaction(
    { database: application, services: {} as Services, now: () => new Date() },
    { merchantId, environment: 'sandbox' },
    { requestId: 'test' },
    async (ctx) => {
      for (const transfer of transfers) post(ctx, transfer)
    },
  )
const entriesOf = (ref: string) =>
  owner.transaction(null, (tx) =>
    tx.query<{ line: number; account: string; amount: bigint }>(
      `select line, account, amount_minor as amount from ledger_entries natural join ledger_transfers where object_ref = $1 order by line`,
      [ref],
    ),
  )

test('a transfer is posted with a line for each amount that is not zero', async () => {
  await posted(captured('a', [100n, -90n, 0n, -10n]), captured('b', [1n, -1n]))
  expect(await entriesOf('a')).toEqual([
    { line: 1, account: 'account 0', amount: 100n },
    { line: 2, account: 'account 1', amount: -90n },
    { line: 3, account: 'account 3', amount: -10n },
  ])
  expect(await entriesOf('b')).toHaveLength(2)
})

test('a second posting of a business key fails, one after the other, at once and in one transaction', async () => {
  await posted(captured('c', [5n, -5n]))
  await expect(posted(captured('d', [7n, -7n]), captured('c', [5n, -5n]))).rejects.toThrow(/business_key/)
  await expect(posted(captured('e', [5n, -5n]), captured('e', [5n, -5n]))).rejects.toThrow(/business_key/)
  const racing = await Promise.allSettled([1n, 2n].map((amount) => posted(captured('f', [amount, -amount]))))
  expect(racing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await Promise.all(['c', 'd', 'e', 'f'].map(async (ref) => (await entriesOf(ref)).length))).toEqual([
    2, 0, 0, 2,
  ])
})

test('a transfer that does not balance is refused before any statement', async () => {
  await expect(posted(captured('g', [5n, -4n]))).rejects.toThrow(RangeError)
  await expect(posted(captured('g', [0n, 0n]))).rejects.toThrow(RangeError)
})
