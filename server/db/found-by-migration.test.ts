import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reversedPhone } from '#server/payment-links/phone.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { migrate } from './migrate.ts'

/** Payments and links come to be found by name, card and phone while versions that do not write these columns go on beside. */
const folder = join(import.meta.dirname, 'migrations')
const merchantId = randomUUID()
let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.ownerUrl, folder, '0042-refund-row-faults.sql')
  client = await connected()
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
async function connected(): Promise<Client> {
  const one = new Client({ connectionString: database.ownerUrl })
  await one.connect()
  return one
}

type Row = Record<string, unknown>
const insert = async (table: string, row: Row) => {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`)
  await client.query(`insert into ${table} (${Object.keys(row).join()}) values (${places.join()})`, Object.values(row))
}
/** A payment as versions before write it, but for what is given. */
const payment = (order_ref: string, given: Row) =>
  insert('payments', {
    merchant_id: merchantId, environment: 'sandbox', order_ref, merchant_order_ref: 'o', amount_minor: 100, currency: 'SGD',
    status: 'Success', payment_method: 'CARD', channel_key: 'SIMULATOR', shopper_name: '', shopper_email: '',
    shopper_email_lower: '', shopper_phone: '', shopper_address: '', shopper_ip: '', device_info: '', description: '',
    source: 'payment_link', created_at: new Date(), updated_at: new Date(), payable_kind: 'link', payable_ref: order_ref,
    ...given,
  }) // prettier-ignore
const link = (link_ref: string, given: Row) =>
  insert('payment_links', {
    merchant_id: merchantId, environment: 'sandbox', link_ref, merchant_order_ref: link_ref, amount_minor: 100, currency: 'SGD',
    country: 'SG', customer_name: '', customer_name_lower: '', email: '', email_lower: '', phone: '', description: '',
    status: 'created', source: '', created_at: new Date(), created_by: '', success_url: '', failure_url: '',
    merchant_back_url: '', merchant_name: '', merchant_logo: '', promo_code: '', promo_discount_minor: 0,
    shipping_charges_minor: 0, billing_line_1: '', billing_line_2: '', billing_city: '', billing_country: '',
    user_configured_fields: [], notify_by_email: false, notify_by_phone: false, late_payment: 'accept', ip_address: '',
    ...given,
  }) // prettier-ignore
const update = (orderRef: string, change: string) =>
  client.query(`update payments set ${change}, updated_at = now() where order_ref = $1`, [orderRef])
const foundBy = async (orderRef: string) =>
  (
    await client.query<Row>(
      'select shopper_name_lower as name, card_last4 as card from payments where order_ref = $1',
      [orderRef],
    )
  ).rows[0]
const phoneOf = async (linkRef: string) =>
  (await client.query<{ phone: string }>('select phone_reversed as phone from payment_links where link_ref = $1', [linkRef]))
    .rows[0]?.phone // prettier-ignore

test('what a version before writes is found at once, and what it wrote before by the migration after', async () => {
  await payment('before', { shopper_name: 'ÉMILE Zola', masked_card_number: '424242••••4242' })
  await payment('refunded', { shopper_name: 'Ada', masked_card_number: '400000••••9995' })
  await payment('nobody', {})
  await link('before', { phone: '+65 (8123) 45-67' })
  await link('none', { phone: '' })
  await link('wordy', { phone: 'ask us' })

  await migrate(database.ownerUrl, folder, '0043-found-by.sql')
  expect(await foundBy('before')).toEqual({ name: '', card: '' })
  await payment('meanwhile', { status: 'Initiated', shopper_name: 'Ørsted' })
  expect(await foundBy('meanwhile')).toEqual({ name: 'ørsted', card: '' })
  await update('meanwhile', `status = 'Success', masked_card_number = '555555••••4444'`)
  expect(await foundBy('meanwhile')).toEqual({ name: 'ørsted', card: '4444' })
  await link('meanwhile', { phone: '0812 3456' })
  expect(await phoneOf('meanwhile')).toBe('65432180')
  // A refund of an older version leaves what the payment is found by to the migration.
  await update('refunded', 'refunded_minor = 40')
  expect(await foundBy('refunded')).toEqual({ name: '', card: '' })

  await migrate(database.ownerUrl)
  expect(await foundBy('before')).toEqual({ name: 'émile zola', card: '4242' })
  expect(await foundBy('refunded')).toEqual({ name: 'ada', card: '9995' })
  expect(await foundBy('meanwhile')).toEqual({ name: 'ørsted', card: '4444' })
  expect(await foundBy('nobody')).toEqual({ name: '', card: '' })
  expect(await phoneOf('before')).toBe(reversedPhone('+65 (8123) 45-67'))
  expect([await phoneOf('none'), await phoneOf('wordy')]).toEqual(['', ''])
})

test('a later change leaves what a payment is found by, and another card replaces the one before', async () => {
  await payment('after', { shopper_name: 'Grace Hopper', masked_card_number: '424242••••4242' })
  for (const change of ['refunded_minor = 40', 'refunded_minor = 100', `shopper_name_lower = 'as given'`])
    await update('after', change)
  expect(await foundBy('after')).toEqual({ name: 'as given', card: '4242' })
  await update('after', `masked_card_number = '400000••••9995'`)
  expect(await foundBy('after')).toEqual({ name: 'as given', card: '9995' })
})

test('the migration may be begun anew, waits for rows that somebody holds, and leaves whole indexes', async () => {
  await payment('held', { shopper_name: 'Held', masked_card_number: '424242••••4242' })
  await payment('free', { shopper_name: 'Free' })
  await update('held', `shopper_name_lower = '', card_last4 = ''`)
  await update('free', `shopper_name_lower = ''`)
  await client.query(`delete from schema_migrations where name = '0044-found-by-online.sql'`)
  const holder = await connected()
  await holder.query('begin')
  await holder.query(`select from payments where order_ref = 'held' for update`)
  const migrating = migrate(database.ownerUrl)
  try {
    await expect.poll(() => foundBy('free'), { timeout: 10_000 }).toEqual({ name: 'free', card: '' })
    expect(await foundBy('held')).toEqual({ name: '', card: '' })
  } finally {
    await holder.query('commit')
    await holder.end()
  }
  expect(await migrating).toEqual({ applied: ['0044-found-by-online.sql'] })
  expect(await foundBy('held')).toEqual({ name: 'held', card: '4242' })
  const { rows } = await client.query(
    `select c.relname as name, i.indisvalid as whole from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname in ('payments_by_name', 'payments_by_card', 'payment_links_by_phone') order by 1`,
  )
  expect(rows).toEqual([
    { name: 'payment_links_by_phone', whole: true },
    { name: 'payments_by_card', whole: true },
    { name: 'payments_by_name', whole: true },
  ])
})
