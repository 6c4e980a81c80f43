import { rollUpDeltas } from '#server/rollups/roll-up-deltas.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { allScopes } from '#server/ledger/verify.ts'
import { asOwner } from './as-owner.ts'
import { fillHistory } from './history.ts'

/** The number of payments of the big merchant: a million, or `ROWS`. */
export const bigCount = Number(process.env['ROWS'] ?? 1_000_000)
/** The merchant with that many, one among some 200; nearly all others have 500 each. */
export const bigMerchant = 'acme'
/** A merchant of middling size, whose total is under the cap and therefore counted exactly each time. */
export const smallMerchant = 'delta'
/** A merchant with a tenth of a million, and master of fifty of the others. */
export const mediumMerchant = 'atlas'
export const subMerchants = 50
const volume = {
  /** Two of them are owned by a master and have no users of their own. */
  merchants: 202,
  big: bigCount,
  medium: 100_000,
  small: 5_000,
  others: 500,
  users: 5,
  sessions: 20,
  tokens: 2,
  links: 100,
}
/** The merchant whose payments are made while measuring, after a history of so many. */
export const payingMerchant = 'borneo'
const paidBefore = 20_000

/** Fills an empty database by SQL, as the schema's owner, and leaves it vacuumed as autovacuum would. */
export async function fillVolume(ownerUrl: string, say: (line: string) => void): Promise<void> {
  say(`Filling the database: ${volume.big.toLocaleString('en')} payments of one merchant among ${volume.merchants}`)
  const [demo] = await asOwner<{ count: number }>(ownerUrl, 'select count(*)::int as count from merchants')
  const first = (demo?.count ?? 0) + 1
  await asOwner(ownerUrl, payments('m.slug = $2'), [volume.big, bigMerchant])
  await asOwner(ownerUrl, payments('m.slug = $2'), [volume.small, smallMerchant])
  await asOwner(ownerUrl, payments('m.slug = $2'), [volume.medium, mediumMerchant])
  await asOwner(ownerUrl, otherMerchants, [bigMerchant, first, volume.merchants])
  const others = `m.slug <> all (string_to_array($2, ' '))`
  await asOwner(ownerUrl, payments(others), [
    volume.others,
    `${bigMerchant} ${smallMerchant} ${mediumMerchant} ${payingMerchant}`,
  ])
  await fillHistory(ownerUrl, { slug: `${slugOf('')}%`, links: volume.links })
  // Before the big merchants: without statistics, a plan would scan the whole ledger for each transfer.
  await asOwner(ownerUrl, 'analyze')
  await fillHistory(ownerUrl, { slug: payingMerchant, links: paidBefore })
  await asOwner(ownerUrl, users, [`${slugOf('')}%`, volume.users])
  await asOwner(ownerUrl, sessions, [`${slugOf('')}%`, volume.sessions])
  await asOwner(ownerUrl, tokens, [`${slugOf('')}%`, volume.tokens])
  await asOwner(ownerUrl, subs, [mediumMerchant, slugOf(''), first, subMerchants])
  say('Adding up its payments')
  await addUp(ownerUrl)
  await asOwner(ownerUrl, 'vacuum analyze')
  await asOwner(ownerUrl, 'checkpoint')
}

/** The roll-ups of every merchant, made as the worker makes those of a new time zone. */
async function addUp(ownerUrl: string): Promise<void> {
  // The roll-ups of the demo merchants were made when they had no payments.
  await asOwner(ownerUrl, 'truncate payment_zones, payment_totals, payment_hours, payment_days, payment_trait_days')
  await rollUp(ownerUrl)
}

/** Adds the deltas of every merchant to its roll-ups, as the worker does, which does not run while measuring. */
export async function rollUp(ownerUrl: string): Promise<void> {
  const database = openDatabase(ownerUrl, { most: 1, statementMs: 3_600_000 })
  const scopes = await database.transaction(null, allScopes, { readOnly: true })
  for (const owner of scopes) await rollUpDeltas(database, owner)
  await database.close()
}

const slugOf = (number: number | string) => `bench-${number}`

const otherMerchants = `
  with made as (
    insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, kyc_status, wrapped_key, secret_sealed, created_at)
    select gen_random_uuid(), '${slugOf('')}' || n, '${slugOf('')}' || n, 'Merchant ' || n, 'hello@bench.example', m.country, m.currency,
      'single', 'APPROVED', m.wrapped_key, m.secret_sealed, now()
    from merchants m, generate_series($2::int, $3::int) n where m.slug = $1
    returning merchant_id
  )
  insert into payment_channels (merchant_id, environment, channel_key, provider, name, creds_sealed, created_at)
  select made.merchant_id, 'sandbox', c.channel_key, c.provider, c.name, c.creds_sealed, now()
  from made, payment_channels c join merchants m using (merchant_id) where m.slug = $1 and c.environment = 'sandbox'`

const subs = `
  update merchants m set kind = 'managed', master_id = b.merchant_id, time_zone = 'Asia/Singapore'
  from merchants b where b.slug = $1 and m.slug in (select $2 || n from generate_series($3::int, $3::int + $4::int - 1) n)`

const users = `
  insert into sub_users (merchant_id, sub_user_id, name, email, roles, password_phc, created_at)
  select m.merchant_id, gen_random_uuid(), 'User ' || n, 'user' || n || '@' || m.slug || '.example', array['admin'], '', now()
  from merchants m, generate_series(1, $2::int) n where m.slug like $1`

const sessions = `
  insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at,
    expires_at, address, user_agent)
  select m.merchant_id, gen_random_uuid(), u.sub_user_id, sha256(uuid_send(gen_random_uuid())), 'sandbox', now(), now(), now(),
    now() + interval '12 hours', '203.0.113.7', 'Mozilla/5.0'
  from merchants m join sub_users u using (merchant_id), generate_series(1, $2::int) n where m.slug like $1`

const tokens = `
  insert into session_tokens (token_hash, merchant_id, session_id, environment, created_at)
  select sha256(uuid_send(gen_random_uuid())), m.merchant_id, s.session_id, 'sandbox', now()
  from merchants m join sessions s using (merchant_id), generate_series(1, $2::int) n where m.slug like $1`

/** Payments over the last 90 days: most succeed, some are declined, a few wait. */
const payments = (whose: string) => `
  insert into payments (merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, amount_minor, currency,
    status, status_reason, payment_method, channel_key, masked_card_number, card_brand, shopper_name, shopper_email,
    shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, fee_minor,
    created_at, updated_at)
  select m.merchant_id, 'sandbox', lpad(to_hex(extract(epoch from p.at)::bigint), 8, '0') || substr(md5(m.slug || '/' || n), 1, 19),
    'ORDER-' || n, 'pay_' || substr(md5('c' || n), 1, 20), 100 + (n::bigint * 7919) % 50000, m.currency,
    case when n % 20 < 16 then 'Success' when n % 20 < 19 then 'Failed' else 'Expired' end,
    case when n % 20 between 16 and 18 then 'FUNDS_LIMIT_ERROR' else '' end,
    'CARD', 'SIMULATOR', '424242******4242', 'visa', 'Shopper ' || n % 50000, 'Shopper' || n % 50000 || '@example.com',
    'shopper' || n % 50000 || '@example.com', '', '', '203.0.113.7', 'Mozilla/5.0', 'Order ' || n, 'payment_link',
    case when n % 20 < 16 then 30 else 0 end, p.at, p.at
  from merchants m, generate_series(1, $1::int) n,
    lateral (select now() - interval '1 hour' - n * (interval '90 days' / $1::int) as at) p
  where ${whose}`
