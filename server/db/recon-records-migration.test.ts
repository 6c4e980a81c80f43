import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '#test/postgres.ts'
import { migrate } from './migrate.ts'

/** Records of an older version, whose identity says nothing of their source, and the comparison of the fee of one. */
const folder = join(import.meta.dirname, 'migrations')
const [merchantId, identity, content] = [randomUUID(), randomUUID(), randomUUID()]
const plain = (uuid: string) => uuid.replaceAll('-', '')
let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.ownerUrl, folder, '0203-recon-notices.sql')
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

test('the identity of a record comes to be within its source, and its comparison stays its own', async () => {
  const reconId = randomUUID()
  await client.query(
    `insert into recon_files (merchant_id, environment, recon_id, file_no, file_key, original_file_name, way, status, size_bytes, parts, digest,
       created_at, created_by, updated_at)
     values ($1, 'sandbox', $2, 1, 'f', 'f', 'upload', 'Uploaded', 1, 1, 'd', now(), '', now())`,
    [merchantId, reconId],
  )
  await client.query(
    `insert into recon_records (merchant_id, environment, recon_id, reading, row_no, shadow, occurrence, identity, content, standing, bucket, type,
       data_source, at, at_text, zone, merchant_ref, provider_ref, other_ref, parent_ref, gross, currency, fee, tax, passed_on, net, net_currency,
       batch, method, account_id, country, brand_id, marketplace_id, sku_id, quantity, status_word, marks)
     select $1, 'sandbox', $2, reading, 1, 0, 1, $3, $4, 'current', 'loaded', 'payment', 'PAYPAL_SETTLEMENT', now(), '', 'UTC', '', '', '', '', 1,
       'SGD', 0, 0, 0, 1, 'SGD', '', '', '', '', '', '', '', '', '', '{}' from recon_files`,
    [merchantId, reconId, identity, content],
  )
  await client.query(
    `insert into fee_checks (merchant_id, environment, check_ref, identity, recon_id, channel_key, at, txn_type, payment_method, txn_ref,
       merchant_order_ref, gross, gross_currency, currency, outcome, charged_fee, charged_tax, expected_fee, expected_tax, difference, passed_on,
       checked_at)
     values ($1, 'sandbox', $2, $3, $4, 'PAYPAL', now(), 'payment', '', '', '', 1, 'SGD', 'SGD', 'exact', 0, 0, 0, 0, 0, 0, now())`,
    [merchantId, `${plain(identity)}.${plain(content).slice(0, 16)}.1`, identity, reconId],
  )
  await migrate(database.ownerUrl, folder, '0204-records-within-sources.sql')
  const within = createHash('md5').update(`PAYPAL_SETTLEMENT|${identity}`).digest('hex')
  const { rows } = await client.query<object>(
    `select replace(r.identity::text, '-', '') as record, replace(c.identity::text, '-', '') as compared, check_ref
     from recon_records r join fee_checks c using (recon_id)`,
  )
  expect(rows).toEqual([
    { record: within, compared: within, check_ref: `${within}.${plain(content).slice(0, 16)}.1` },
  ])
}) // prettier-ignore
