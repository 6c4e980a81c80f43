import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'

/** Merchants with some payments each, and one with many: going through all of them instead of finding one would hurt. */
const merchantId = '00000000-0000-4000-8000-000000000001'
let place: TestDatabase
let application: Database
let owner: Database
beforeAll(async () => {
  place = await testDatabase()
  application = openDatabase(place.url, { most: 1 })
  owner = openDatabase(place.ownerUrl, { most: 1 })
  await owner.transaction(null, async (tx) => {
    await tx.query(
      `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
       select ('00000000-0000-4000-8000-' || lpad(m::text, 12, '0'))::uuid, m, m, m, 'a@b.example', 'SG', 'SGD', 'single', '', '', now()
       from generate_series(1, 200) m`,
      [],
    )
    await tx.query(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, amount_minor, currency, status, payment_method,
         channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
         description, source, created_at, updated_at)
       select merchant_id, 'sandbox', substr(md5(n || key), 1, 27), 'ORDER-' || n, n, 'SGD', 'Success', 'CARD', 'SIMULATOR', '', '', '', '', '', '',
         '', '', '', now() - n * interval '1 minute', now()
       from merchants, generate_series(1, case when merchant_id = $1 then 10000 else 100 end) n`,
      [merchantId],
    )
    await tx.query('analyze payments', [])
  })
})
afterAll(async () => {
  await application.close()
  await owner.close()
  await place.drop()
})

/** The plan of a statement as requests run it: under row-level security, planned for any values. */
async function planOf(statement: string, third = 'ref7'): Promise<string> {
  return application.transaction({ merchantIds: [merchantId], environment: 'sandbox' }, async (tx) => {
    await tx.query(`prepare looked_at (uuid, text, text) as ${statement}`, [])
    const rows = await tx.query<{ 'QUERY PLAN': string }>(
      `explain execute looked_at ('${merchantId}', 'sandbox', '${third}')`,
      [],
    )
    await tx.query('deallocate looked_at', [])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

const oneRow = 'merchant_id = $1 and environment = $2 and order_ref = $3'

describe('the plan of', () => {
  it('a guarded move finds its row by the key, not among all that ever were in the state it leaves', async () => {
    const move = (guard: string) => `update payments set status = 'Failed' where ${oneRow} and ${guard}`
    expect(await planOf(move(`(status = 'Initiated') is true`))).toMatch(/using payments_pkey/)
    // The plan that the guard avoids; once PostgreSQL avoids it by itself, the guard may be a plain one.
    expect(await planOf(move(`status = 'Initiated'`))).toMatch(/using payments_by_status/)
  })

  it('a first page reads the newest rows from the index that has them in order, because it begins at an edge', async () => {
    const page = `select 1 from payments where merchant_id = $1 and environment = $2
      and (created_at, order_ref) < (cast($3 as timestamptz), '')`
    const plan = await planOf(`${page} order by created_at desc, order_ref desc limit 11`, 'infinity')
    expect(plan).toMatch(/Scan Backward using payments_newest/)
    expect(plan).not.toMatch(/Sort/)
    const edgeless = 'select 1 from payments where merchant_id = $1 and environment = $2 and $3 is not null'
    expect(await planOf(`${edgeless} order by created_at desc, order_ref desc limit 11`)).toMatch(/Sort/)
  })

  it("a search by name, by the end of a card's number or of a phone number reads its index, row-level security or not", async () => {
    const begins = (column: string, table = 'payments') =>
      `select 1 from ${table} where merchant_id = $1 and environment = $2 and ${column} >= $3 and ${column} < $3 || 'z'`
    expect(await planOf(begins('shopper_name_lower'), 'mei')).toMatch(/payments_by_name/)
    // In order, since the planner has no numbers yet by which to tell the indexes of an empty table apart.
    const byPhone = await planOf(`${begins('phone_reversed', 'payment_links')} order by phone_reversed`, '4321')
    expect(byPhone).toMatch(/payment_links_by_phone[^]*Index Cond: .*phone_reversed >=/)
    const ends = (card: string) => `select 1 from payments where merchant_id = $1 and environment = $2 and ${card} = $3`
    expect(await planOf(ends(`card_last4 <> '' and card_last4`), '4242')).toMatch(/payments_by_card/)
    // Why it is a column: a function that is not leakproof cannot be a condition of an index here.
    expect(await planOf(ends(`masked_card_number <> '' and right(masked_card_number, 4)`), '4242')).not.toMatch(
      /Index Cond: .*right/,
    )
  })
})
