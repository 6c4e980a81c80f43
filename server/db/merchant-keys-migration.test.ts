import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { migrate } from './migrate.ts'

/** Unique keys come to hold the merchant while there are rows, sessions and links of before. */
const folder = join(import.meta.dirname, 'migrations')
const [merchantId, userId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
const [token, cookie] = [newToken(), newToken()]
let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: Client
const sql = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows as unknown[]
beforeAll(async () => {
  database = await emptyDatabase()
  await migrate(database.ownerUrl, folder, '0032-languages.sql')
  client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  await sql(
    `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
     values ($1, 'k', 's', 'n', 'e', 'SG', 'SGD', 'single', '', '', now())`,
    [merchantId],
  )
  await sql(
    `insert into sub_users (merchant_id, sub_user_id, name, email, roles, password_phc, created_at) values ($1, $2, '', '', '{admin}', '', now())`,
    [merchantId, userId],
  )
  await sql(
    `insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at, expires_at, address, user_agent)
     values ($1, $2, $3, $4, 'sandbox', now(), now(), now(), now() + interval '1 hour', '', '')`,
    [merchantId, sessionId, userId, hashToken(cookie)],
  )
  await sql(
    `insert into session_tokens (token_hash, merchant_id, session_id, environment, created_at) values ($1, $2, $3, 'sandbox', now())`,
    [hashToken(token), merchantId, sessionId],
  )
  await sql(
    `insert into sso_connections (merchant_id, tenant_id, company_name, issuer, client_id, secret_sealed, scopes, enabled, required, provision, provision_roles, created_at, updated_at)
     values ($1, 'acme', '', '', '', '', '{}', true, false, false, '{}', now(), now())`,
    [merchantId],
  )
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('the keys are built once more by a start that was killed on the way, and secrets of before go on finding their rows', async () => {
  await migrate(database.ownerUrl, folder, '0033-merchant-keys-online.sql')
  await sql(`delete from schema_migrations where name = '0033-merchant-keys-online.sql'`)
  const { applied } = await migrate(database.ownerUrl)
  expect(applied.slice(0, 2)).toEqual(['0033-merchant-keys-online.sql', '0034-merchant-keys.sql'])

  expect(await sql('select state from find_sessions($1)', [[hashToken(token)]])).toEqual([{ state: 'active' }])
  expect(await sql('select merchant_id from find_session_by_cookie($1)', [hashToken(cookie)])).toEqual([
    { merchant_id: merchantId },
  ])
  expect(await sql('select tenant_id, merchant_id from sso_tenants')).toEqual([
    { tenant_id: 'acme', merchant_id: merchantId },
  ])
  expect(await sql(`select merchant_id from find_sso_tenant('acme')`)).toEqual([{ merchant_id: merchantId }])
  expect(await sql(`select relname from pg_class where relname like '%\\_with\\_merchant'`)).toEqual([])
  expect(await sql('select indexrelid::regclass from pg_index where not indisvalid')).toEqual([])
})

test('a connection of the version before is found without a name, unless the name is another merchant’s', async () => {
  await sql('delete from sso_tenants')
  expect(await sql(`select merchant_id from find_sso_tenant('acme')`)).toEqual([{ merchant_id: merchantId }])
  const other = randomUUID()
  await sql(
    `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
     values ($1, 'k2', 's2', 'n', 'e', 'SG', 'SGD', 'single', '', '', now())`,
    [other],
  )
  expect(await sql(`select sso_tenant_taken('acme', $1) as taken`, [other])).toEqual([{ taken: true }])
  await sql(`insert into sso_tenants values ('acme', $1)`, [other])
  expect(await sql(`select merchant_id from find_sso_tenant('acme')`)).toEqual([])
  expect(await sql(`select sso_tenant_taken('acme', $1) as taken`, [merchantId])).toEqual([{ taken: true }])
})
