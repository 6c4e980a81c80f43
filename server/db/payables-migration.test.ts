import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase } from '#test/postgres.ts'
import { migrate } from './migrate.ts'

/** Payments come to name what they pay by kind and reference while versions that know link_ref alone go on beside. */
const folder = join(import.meta.dirname, 'migrations')
const merchantId = randomUUID()
let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.ownerUrl, folder, '0029-environment-asked-ahead.sql')
  client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(
    `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
     values ($1, 'k', 's', 'n', 'e', 'SG', 'SGD', 'single', '', '', now())`,
    [merchantId],
  )
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** A payment as a version writes it: by its columns for what is paid. */
const insert = (orderRef: string, status: string, payable: Record<string, string>) => {
  const row = {
    merchant_id: merchantId, environment: 'sandbox', order_ref: orderRef, merchant_order_ref: 'o', amount_minor: 1, currency: 'SGD',
    status, payment_method: 'CARD', channel_key: 'SIMULATOR', shopper_name: '', shopper_email: '', shopper_email_lower: '',
    shopper_phone: '', shopper_address: '', shopper_ip: '', device_info: '', description: '', source: 'payment_link',
    created_at: new Date(), updated_at: new Date(), ...payable,
  } // prettier-ignore
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  return client.query(`insert into payments (${names.join()}) values (${places.join()})`, Object.values(row))
}
const before = (orderRef: string, status: string, linkRef: string) => insert(orderRef, status, { link_ref: linkRef })
const after = (orderRef: string, status: string, ref: string) =>
  insert(orderRef, status, { payable_kind: 'link', payable_ref: ref })
const row = async (orderRef: string) =>
  (await client.query('select link_ref, payable_kind, payable_ref from payments where order_ref = $1', [orderRef])).rows[0] as object // prettier-ignore
const paysLink = (ref: string) => ({ link_ref: ref, payable_kind: 'link', payable_ref: ref })
const paysNothing = { link_ref: '', payable_kind: '', payable_ref: '' }

describe('the payables of payments', () => {
  test('are filled at each write of an older version, and of the rest in batches, more than one', async () => {
    await before('flying', 'Pending', 'a')
    await before('unpaid', 'Failed', 'b')
    await before('loose', 'Success', '')
    await before('old-', 'Failed', 'many-')
    await client.query(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, link_ref, amount_minor, currency, status, payment_method,
         channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
         description, source, created_at, updated_at)
       select merchant_id, environment, order_ref || n, merchant_order_ref, link_ref || n, amount_minor, currency, status, payment_method,
         channel_key, shopper_name, '', '', '', '', '', '', repeat('x', 900), source, created_at, updated_at
       from payments, generate_series(1, 1000) n where order_ref = 'old-'`,
    )
    await migrate(database.ownerUrl, folder, '0030-payables.sql')
    expect(await row('unpaid')).toEqual({ link_ref: 'b', payable_kind: '', payable_ref: '' })
    await client.query(`update payments set status = 'Expired' where order_ref = 'flying'`)
    expect(await row('flying')).toEqual(paysLink('a'))
    await before('meanwhile', 'Success', 'c')
    expect(await row('meanwhile')).toEqual(paysLink('c'))
    await migrate(database.ownerUrl)
    expect(await row('unpaid')).toEqual(paysLink('b'))
    expect(await row('loose')).toEqual(paysNothing)
    const { rows } = await client.query(`select count(*)::int as n from payments where link_ref <> payable_ref`)
    expect(rows).toEqual([{ n: 0 }])
  })

  test('are held by a constraint that was validated, and by indexes that are whole', async () => {
    const { rows } = await client.query<{ name: string; sound: boolean }>(
      `select conname as name, convalidated as sound from pg_constraint where conname = 'payments_payable'
       union all select c.relname, i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = 'payments'::regclass and (c.relname ~ '^payments_(one|paid|by_payable|by_source)') order by 1`,
    )
    expect(rows).toEqual([
      { name: 'payments_by_payable', sound: true },
      { name: 'payments_by_source', sound: true },
      { name: 'payments_one_in_flight', sound: true },
      { name: 'payments_paid_once', sound: true },
      { name: 'payments_payable', sound: true },
    ])
  })

  test('let one attempt be in flight and one succeed, whichever version begins it', async () => {
    await after('new-1', 'Initiated', 'd')
    expect(await row('new-1')).toEqual(paysLink('d'))
    await expect(before('old-d', 'Initiated', 'd')).rejects.toMatchObject({ constraint: 'payments_one_in_flight' })
    await client.query(`update payments set status = 'Success' where order_ref = 'new-1'`)
    await expect(before('old-d', 'Success', 'd')).rejects.toMatchObject({ constraint: 'payments_paid_once' })
    await insert('part-1', 'Success', { payable_kind: 'invoice', payable_ref: 'e', payable_part: '1' })
    await insert('part-2', 'Success', { payable_kind: 'invoice', payable_ref: 'e', payable_part: '2' })
    expect(await row('part-2')).toEqual({ link_ref: '', payable_kind: 'invoice', payable_ref: 'e' })
  })

  test('may be begun anew at any step', async () => {
    await client.query(`delete from schema_migrations where name = '0031-payables-online.sql'`)
    expect(await migrate(database.ownerUrl)).toEqual({ applied: ['0031-payables-online.sql'] })
  })
})
