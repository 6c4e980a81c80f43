import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Machine } from '#contract/kit/machine.ts'
import { environments } from '#contract/kit/wire.ts'
import { kycDocumentKinds } from '#contract/kyc.ts'
import { inviteStates, merchantTypes } from '#contract/invites.ts'
import { numberSeries } from '#contract/invoice-numbers.ts'
import { invoiceStates } from '#contract/invoice-states.ts'
import { kycStates, merchantKinds, merchantStatuses } from '#contract/merchants.ts'
import { messageStates, messageWays } from '#contract/messages.ts'
import { latePayments } from '#contract/late-payments.ts'
import { paymentLinkStates } from '#contract/payment-link-states.ts'
import { pageOrderStates, paymentPageStates } from '#contract/payment-page-states.ts'
import { paymentStates } from '#contract/payment-states.ts'
import { webhookTypes } from '#contract/webhooks.ts'
import { oneTimePurposes } from '#server/kit/auth/one-time-token.ts'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { ofBothEnvironments } from '#server/kit/db/own.ts'
import { testDatabase, type TestDatabase } from './postgres.ts'

/** The migrated database against what the code and the design take for granted of it. */
let test: TestDatabase
let owner: Database
let application: Database
beforeAll(async () => {
  test = await testDatabase()
  owner = openDatabase(test.ownerUrl, { most: 2 })
  application = openDatabase(test.url, { most: 2 })
})
afterAll(async () => {
  await owner.close()
  await application.close()
  await test.drop()
})
const ask = <R extends object>(sql: string, values: unknown[] = []) =>
  owner.transaction(null, (tx) => tx.query<R>(sql, values))

/** Shared by all merchants or found by a secret, and reached only as their comment in the migration says. */
const shared = [
  'schema_migrations',
  'logins',
  'sign_in_failures',
  'sign_in_addresses',
  'passkey_sign_ins',
  'registrations',
  'set_up_tokens',
  'sso_tenants',
  'page_names',
  'screening_lists',
  'screening_entries',
  'screening_state',
  'holiday_calendars',
  'bank_lists',
  'reference_rates',
]
/** Of these, the tables of names, which are behind row-level security as others are. */
const guarded: ReadonlySet<string> = new Set(['sso_tenants', 'page_names'])
/** Keys and references of merchants' tables without merchant_id, each with the day since when; the list only shrinks. */
const withoutMerchant = {
  merchants_key_key: '2026-11-22: the name that its own server sends, looked up before there is a scope',
  merchants_slug_key: '2026-11-22: the name in addresses, looked up before there is a scope',
  merchants_master_id_fkey: '2026-11-22: from one merchant to another, in a table that every machine would hold whole',
}
/** Keys by which a secret finds its row: the secret first, since a secret of before carries no hint of its merchant. */
const bySecret = {
  session_tokens_pkey: '2026-11-22',
  sessions_by_cookie: '2026-11-22',
  payment_links_by_ref: '2026-11-22',
  payment_pages_by_ref: '2026-11-23',
  page_orders_by_ref: '2026-11-23',
  invoices_by_ref: '2026-11-25',
  subscriptions_by_ref: '2026-11-26',
  subscription_charges_by_ref: '2026-11-26',
  one_time_tokens_by_hash: '2026-11-22',
  remembered_logins_by_cookie: '2026-11-22',
  sso_connections_by_tenant: '2026-11-22',
  sso_proofs_by_mail: '2026-11-22',
}

describe('every table of merchants', () => {
  it('is behind forced row-level security, with one policy for the application', async () => {
    const tables = await ask<{ name: string; enabled: boolean; forced: boolean; policies: string[] }>(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
         array(select p.polname || ':' || (select string_agg(r.rolname, ',') from pg_roles r where r.oid = any (p.polroles))
               from pg_policy p where p.polrelid = c.oid order by 1) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`,
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const { name, enabled, forced, policies } of tables) {
      if (shared.includes(name) && !guarded.has(name)) continue
      expect({ name, enabled, forced }).toEqual({ name, enabled: true, forced: true })
      expect(
        policies.filter((policy) => policy.endsWith(':countinghouse_app')),
        name,
      ).toEqual(['scope:countinghouse_app'])
    }
  })

  it('is limited by `own` to the same columns as by its policy', async () => {
    const policies = await ask<{ table: string }>(
      `select tablename as table from pg_policies where policyname = 'scope' and qual not like '%environment%'`,
    )
    expect(Object.keys(ofBothEnvironments).toSorted()).toEqual(policies.map(({ table }) => table).toSorted())
  })

  it('has the merchant in its key, in each unique constraint and index and each foreign key, first unless it is found by a secret', async () => {
    const keys = await ask<{ table: string; name: string; columns: string[] }>(
      `select t.relname as table, k.conname as name,
         array(select a.attname::text from unnest(k.conkey) with ordinality u (num, at) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.num order by u.at) as columns
       from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
       where n.nspname = 'public' and k.contype in ('p', 'u', 'f')
       union
       select t.relname, i.relname,
         array(select coalesce(a.attname::text, '(expression)') from unnest(x.indkey) with ordinality u (num, at)
               left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = u.num and u.num > 0 where u.at <= x.indnkeyatts order by u.at)
       from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = t.relnamespace
       where n.nspname = 'public' and x.indisunique`,
    )
    const ofMerchants = keys.filter(({ table }) => !shared.includes(table))
    expect(ofMerchants.length).toBeGreaterThan(60)
    const without = ofMerchants.filter(({ columns }) => !columns.includes('merchant_id'))
    expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(withoutMerchant).toSorted())
    const second = ofMerchants.filter(({ columns }) => columns.indexOf('merchant_id') > 0)
    expect(second.map(({ name }) => name).toSorted()).toEqual(Object.keys(bySecret).toSorted())
  })

  it('is not owned by the application role, which cannot change append-only tables', async () => {
    const grants = await ask<{ table: string; privileges: string[] }>(
      `select table_name as table, array_agg(privilege_type::text order by privilege_type) as privileges from information_schema.role_table_grants
       where grantee = 'countinghouse_app' and table_schema = 'public' group by 1`,
    )
    const of = (table: string) => grants.find((grant) => grant.table === table)?.privileges
    for (const table of [
      'audit_events',
      'audit_anchors',
      'timeline',
      'ledger_transfers',
      'ledger_entries',
      'provider_callbacks',
      'sub_user_changes',
      'page_versions',
      'stock_movements',
      'page_pictures',
      'invoice_files',
      'invoice_gaps',
      'invoice_payments',
      'invoice_outside_payments',
      'credit_notes',
    ])
      expect({ table, privileges: of(table) }).toEqual({ table, privileges: ['INSERT', 'SELECT'] })
    // Written once too, and deleted when their time is over.
    for (const table of ['webhook_events', 'webhook_attempts'])
      expect({ table, privileges: of(table) }).toEqual({ table, privileges: ['DELETE', 'INSERT', 'SELECT'] })
    expect(of('logins')).toBeUndefined()
    for (const { table, privileges } of grants) expect(privileges, table).not.toContain('TRUNCATE')
    const [role] = await ask<{ super: boolean; bypass: boolean; owns: bigint }>(
      `select rolsuper as super, rolbypassrls as bypass, (select count(*) from pg_class where relowner = r.oid) as owns from pg_roles r where rolname = 'countinghouse_app'`,
    )
    expect(role).toEqual({ super: false, bypass: false, owns: 0n })
  })

  it('answers an error, not nothing, when no scope is set', async () => {
    const unscoped = application.transaction(null, async (tx) => {
      await tx.query(`select set_config('app.merchants', '', true)`, [])
      return tx.query('select * from payments', [])
    })
    await expect(unscoped).rejects.toThrow(/malformed array literal/)
  })

  it('forgets the scope with the transaction, so that a pooled connection carries nothing over', async () => {
    const one = openDatabase(test.url, { most: 1 })
    await one.transaction({ merchantIds: ['01890a5d-ac96-774b-bcce-b302099a8057'], environment: 'live' }, (tx) =>
      tx.query('select 1', []),
    )
    const [after] = await one.transaction(null, (tx) =>
      tx.query<{ merchants: string; environment: string }>(
        `select current_setting('app.merchants') as merchants, current_setting('app.environment') as environment`,
        [],
      ),
    )
    expect(after).toEqual({ merchants: '{00000000-0000-0000-0000-000000000000}', environment: 'sandbox' })
    await one.close()
  })
})

describe('states', () => {
  const machines: Record<string, Machine<string, string>> = {
    payment_links_status: paymentLinkStates,
    payment_pages_status: paymentPageStates,
    page_orders_status: pageOrderStates,
    invoices_status: invoiceStates,
    payments_status: paymentStates,
    merchants_kyc_status: kycStates,
  }
  const lists: Record<string, readonly string[]> = {
    payment_links_late_payment: latePayments,
    invoices_late_payment: latePayments,
    invoice_series_series: numberSeries,
    merchants_kind: merchantKinds,
    merchants_status: merchantStatuses,
    merchant_invites_state: inviteStates,
    merchant_invites_merchant_type: merchantTypes,
    kyc_documents_kind: Object.keys(kycDocumentKinds),
    webhooks_type: webhookTypes,
    one_time_tokens_purpose: oneTimePurposes,
    remembered_logins_environment: environments,
    messages_way: messageWays,
    messages_state: messageStates,
    messages_environment: environments,
    payments_environment: environments,
    payment_links_environment: environments,
  }
  it.each([...Object.entries(machines).map(([name, { states }]) => [name, states] as const), ...Object.entries(lists)])(
    'of %s are the ones that are declared',
    async (name, states) => {
      const [check] = await ask<{ text: string }>(
        'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
        [name],
      )
      const found = [...(check?.text ?? '').matchAll(/'([^']+)'::text/g)].map((match) => match[1])
      expect(new Set(found)).toEqual(new Set(states))
    },
  )

  it.each(Object.entries(machines))('of %s can all be reached, and final ones stay', (_name, machine) => {
    const reached = new Set(Object.values(machine.actions).map(({ to }) => to))
    const [start, ...others] = machine.states
    for (const state of others) expect(reached.has(state), state).toBe(true)
    expect(machine.isFinal(start)).toBe(false)
  })
})

describe('the ledger', () => {
  const scope = { merchantIds: ['01890a5d-ac96-774b-bcce-b302099a8057'] as const, environment: 'sandbox' as const }
  const insert = (lines: string) => `
    with m as (insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
      values ('01890a5d-ac96-774b-bcce-b302099a8057', 'k', 's', 'n', 'e', 'SG', 'SGD', 'single', '', '', now()) on conflict do nothing)
    , t as (insert into ledger_transfers values ('01890a5d-ac96-774b-bcce-b302099a8057', 'sandbox', gen_random_uuid(), 'k', gen_random_uuid()::text, 'payment', 'r', now()) returning *)
    insert into ledger_entries select t.merchant_id, t.environment, t.transfer_id, l.* from t, (values ${lines}) l`

  it('refuses a transfer that does not balance when it is committed', async () => {
    const unbalanced = application.transaction(scope, (tx) =>
      tx.query(insert(`(1, 'a', 'SGD', 5), (2, 'b', 'SGD', -4)`), []),
    )
    await expect(unbalanced).rejects.toThrow(/does not balance/)
    const twoCurrencies = application.transaction(scope, (tx) =>
      tx.query(insert(`(1, 'a', 'SGD', 5), (2, 'b', 'USD', -5)`), []),
    )
    await expect(twoCurrencies).rejects.toThrow(/does not balance/)
    await application.transaction(scope, (tx) => tx.query(insert(`(1, 'a', 'SGD', 5), (2, 'b', 'SGD', -5)`), []))
  })

  it('cannot be changed or emptied, not even by its owner', async () => {
    await expect(ask('update ledger_entries set amount_minor = 1')).rejects.toThrow(/append-only/)
    await expect(ask('delete from ledger_transfers')).rejects.toThrow(/append-only|foreign key/)
    await expect(ask('truncate ledger_entries')).rejects.toThrow(/append-only/)
  })
})
