import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { testDatabase, type TestDatabase } from './postgres.ts'

/**
 * Functions and triggers that would stand in the way of dividing the tables by merchant (docs/decisions/0039-shardable.md).
 * Those of the day named are listed; what is added to a list needs a reason as good as a look-up before there is a scope.
 */
let database: TestDatabase
let owner: Database
beforeAll(async () => {
  database = await testDatabase()
  owner = openDatabase(database.ownerUrl, { most: 1 })
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})
const names = async (sql: string) => {
  const rows = await owner.transaction(null, (tx) => tx.query<{ name: string }>(sql, []))
  return rows.map(({ name }) => name).toSorted()
}

// 2026-11-22
const definers = {
  'by a secret or a name, before there is a scope': [
    'find_auth_token(bytea,timestamptz)', 'find_channel(text,text,text)', 'find_invitation(bytea,timestamptz)', 'find_invite(uuid)', 'find_invoice(text)', 'find_kyc_link(uuid)',
    'find_link(text)', 'find_login(text)', 'find_logo(bytea)', 'find_merchant_server(text)', 'find_onboarding(text,text,text,text)', 'find_page(text)', 'find_page_order(text)', 'find_page_picture(bytea)', 'find_passkey(uuid,uuid,text)', 'find_recon_mailbox(text)',
    'find_remembered_login(bytea,timestamptz)', 'find_server_key(text)', 'find_signing_merchant(text)', 'find_session_by_cookie(bytea,timestamptz)',
    'find_sessions(bytea[],timestamptz)', 'find_sign_in_challenge(bytea,text,timestamptz)',
    'find_sso_mail(bytea,timestamptz)', 'find_sso_tenant(text)', 'find_sso_tenants(text,text)', 'find_subscription(text)', 'find_subscription_charge(text)', 'good_one_time_token(bytea,text,timestamptz)',
    'take_one_time_token(bytea,text)', 'take_set_up_token(bytea)',
  ],
  'names that are unique over all merchants': [
    'claim_login(text,uuid,uuid)', 'claim_page_name(text,text,uuid,text)', 'page_name_is_free(text,text,uuid,text)', 'move_login(text,uuid,uuid)', 'sso_tenant_taken(text,uuid)',
  ],
  'of a master and its merchants': [
    // Whether a lender's channel is still needed by those that it is lent to.
    'channel_use(uuid,text,text)', 'find_borrower(text,text,text,uuid)', 'find_lent_credentials(uuid,text,text)', 'find_merchants(uuid,text[])', 'former_merchants(uuid,text)', 'lend_anew()', 'lend_anew_to(uuid)',
    'lend_channels(uuid)', 'maker_roles(uuid,uuid,uuid)', 'server_key_makers(uuid,text,text[])', 'lend_to_served()', 'list_merchants(uuid)', 'master_of(uuid)', 'payout_people(uuid)', 'refuse_login()',
    'sub_merchants(uuid,text)', 'zones_of(uuid)',
  ],
  'of jobs, over all merchants': ['all_scopes()', 'audit_chains()', 'newest_messages(integer)', 'scopes_to_fold()'],
  'of a sign-in': ['sso_needed(uuid,uuid)'],
} // prettier-ignore

test('there is no security-definer function but the listed', async () => {
  const found = await names(
    `select replace(p.oid::regprocedure::text, 'timestamp with time zone', 'timestamptz') as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosecdef`,
  )
  expect(found).toEqual(Object.values(definers).flat().toSorted())
})

test('there is no SQL function with parameters over tables but the listed', async () => {
  const found = await names(
    `select p.oid::regprocedure::text as name
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
     where n.nspname = 'public' and l.lanname = 'sql' and p.pronargs > 0 and not p.prosecdef
       and (p.prosqlbody is null or exists (
         select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass))`,
  )
  // 2026-11-22: the deltas of payments that are not rolled up yet, for versions before; it goes a version later.
  expect(found).toEqual(['deltas_of(uuid[],text)'])
})

// 2026-11-22
const triggers = {
  'of its own row': [
    'refuse_audit_change on audit_anchors', 'refuse_audit_change on audit_events', 'refuse_audit_change on audit_heads',
    'refuse_audit_change on audit_unchained', 'refuse_change on account_movements', 'refuse_change on ledger_entries', 'refuse_change on ledger_transfers',
    'keep_card_last4 on payments', 'lower_shopper_name on payments', 'name_payable on payments', 'reverse_link_phone on payment_links',
  ],
  'of rows of its own merchant': [
    // They count them, whichever version of the program moves the link or the payout (decision 102).
    'count_link_steps on payment_links', 'count_payout_end on payouts',
    'refuse_unbalanced on ledger_entries', 'session_has_its_factor on sessions', 'session_has_its_sso on sessions',
  ],
  "of another merchant's rows": [
    'lend_anew on fee_plans', 'lend_anew on payment_channels', 'lend_anew on payment_methods',
    'lend_to_served on merchants', 'refuse_login on logins',
  ],
} // prettier-ignore

test('there is no trigger but the listed', async () => {
  const found = await names(
    `select distinct tgfoid::regproc::text || ' on ' || tgrelid::regclass::text as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not tgisinternal and n.nspname = 'public'`,
  )
  expect(found).toEqual(Object.values(triggers).flat().toSorted())
})
