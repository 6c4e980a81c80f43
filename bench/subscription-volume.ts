import { Client, type QueryResult } from 'pg'
import { masterKey, seal, type MerchantKeys } from '#server/kit/secrets/seal.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import { withoutIndexes } from './without-indexes.ts'

/** Prices in the merchant's own currency; the one after them is in the rarer currency, of which one of so many subscriptions is. */
const pricesOf = { own: 40, rare: 97 }
/** The years over which subscriptions were made, in days. */
const days = 1_095
/** A zone without changes of its clocks, so that SQL finds the boundaries that the calendar does. */
const zone = 'Asia/Singapore'
/** Of the newest subscriptions one of so many is not added up yet, as ten minutes of changes are not. */
const notAddedUp = 1_000

/** A million, or `SUBSCRIPTIONS`, of a merchant; and few of another one. */
export const subscribed = {
  big: { slug: 'ember', currency: 'THB', count: Number(process.env['SUBSCRIPTIONS'] ?? 1_000_000) },
  small: { slug: 'delta', currency: 'KRW', count: 10_000 },
}
export interface Subscribed {
  slug: string
  currency: string
  count: number
}

/**
 * Gives a merchant so many subscriptions of the last years, once: in every state, each where its calendar has it today, with what they come to
 * added up. Those that are charged have a mandate and their last charge; of what came before, only the sums are there.
 */
export async function fillSubscriptions(
  ownerUrl: string,
  to: Subscribed,
): Promise<Subscribed & { merchantId: string }> {
  const { slug, currency, count } = to
  // Only merchants that were approved have subscriptions.
  await asOwner(ownerUrl, `update merchants set kyc_status = 'APPROVED' where slug = $1`, [slug])
  const [merchant] = await asOwner<{ id: string; subscriptions: number; wrapped_key: Buffer }>(
    ownerUrl,
    `select m.merchant_id as id, m.wrapped_key, (select count(*)::int from subscriptions s where s.merchant_id = m.merchant_id
       and s.environment = 'sandbox') as subscriptions
     from merchants m where slug = $1`,
    [slug],
  )
  if (!merchant) throw new Error(`no ${slug}`)
  const { id: merchantId } = merchant
  if (merchant.subscriptions >= count) return { ...to, merchantId }
  const master = masterKey((await partsOf(ownerUrl)).masterKey.toString('base64'))
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await withoutIndexes(client, filled, async () => {
      for (const table of [...sums, ...filled.toReversed(), 'prices'])
        await client.query(`delete from ${table} where merchant_id = $1 and environment = 'sandbox'`, [merchantId])
      await client.query(prices, [merchantId, currency])
      await client.query(subscriptions(count), [merchantId])
      await client.query('analyze subscriptions')
      await fillMandates(client, { merchantId, keys: { master, wrapped: merchant.wrapped_key } })
      await client.query(charges, [merchantId])
    })
    for (const statement of [addedUp(count), yetToAdd(count), daysOf]) await client.query(statement, [merchantId])
    await client.query('commit')
    await client.query(`vacuum analyze prices, ${[...filled, ...sums].join(', ')}`)
  } finally {
    await client.end()
  }
  return { ...to, merchantId }
}

const filled = ['subscriptions', 'mandates', 'subscription_charges']
const sums = ['subscription_deltas', 'subscription_sums', 'subscription_days']

const refOf = (what: string) => `substr(md5('${what}' || $1::text || n), 1, 27)`
/** The reference of a price by its number, from 1. */
export const priceRefOf = (n: number): string => `PRICE${String(n).padStart(22, '0')}`

/** Most by the month, some by the week, the quarter or the year, one of ten on demand. */
const prices = `
  insert into prices (merchant_id, environment, price_ref, merchant_order_ref, name, name_lower, description, plan_type, status, currency,
    amount_minor, frequency, period, notes, source, created_at, created_by)
  select $1::uuid, 'sandbox', 'PRICE' || lpad(n::text, 22, '0'), 'PLAN-' || n, 'Plan ' || n, 'plan ' || n, '',
    case when regular then 'REGULAR' else 'ONDEMAND' end, 'active', case when n > ${pricesOf.own} then 'USD' else $2 end,
    case when regular then 900 + n * 250 end, case when regular then 1 end,
    case when regular then case n % 10 when 6 then 'W' when 7 then 'Q' when 8 then 'Y' else 'M' end end,
    '{}', 'console', now() - interval '${days + 30} days', 'Bench'
  from generate_series(1, ${pricesOf.own + 1}) n, lateral (select n % 10 <> 9 as regular) r`

/**
 * By number from the latest. Of twenty one was never used, one is completed, one is past due and one paused; four are cancelled and two
 * have recovered once, after any time in those years; one began with a trial. The others are active. A customer has twenty.
 */
const subscriptions = (count: number) => `
  insert into subscriptions (merchant_id, environment, order_ref, merchant_order_ref, price_ref, price_name, subscription_type, status, currency,
    country, customer_name, customer_name_lower, email, email_lower, phone, language, time_zone, customer_time_zone, description, unit_minor,
    quantity, frequency, period, recurrance_count, trial_frequency, trial_period, allow_accumulate, additional_costs, additional_cost_minor,
    initial_minor, max_minor, total_minor, anchor, next_period, made_periods, costs_charged, next_due_at, next_try_at, next_act_at, planned,
    next_amount_minor, in_trial, paused_at, period_end, past_due_since, past_due_minor, collected_count, collected_minor, counted_periods,
    mandate_ref, clock_ref, expires_at, notify_by_email, notify_by_phone, success_url, failure_url, pending_url, notes, source, ip_address,
    created_at, created_by, updated_at, activated_at, recovered_at, ended_at, end_reason)
  select $1::uuid, 'sandbox', ${refOf('subscription')}, 'SUB-' || lpad(n::text, 8, '0'), price_ref, name, plan_type, status, currency, 'SG',
    'Customer ' || customer, 'customer ' || customer, 'Customer' || customer || '@example.com', 'customer' || customer || '@example.com', '', 'en',
    '${zone}', '${zone}', 'Order ' || n, unit, 1, frequency, period, case when status = 'completed' then 3 end, case when kind = 8 then 14 end,
    case when kind = 8 then 'D' end, false, '[]', 0, 0, case when unit = 0 then 50000 end, case when status = 'completed' then unit * 3 end,
    case when unit > 0 and used then begun end, made, made, made > 0, due, tried, acts, coalesce(acts < now() + interval '6 hours', false),
    case when due is not null then unit end, in_trial, paused, case when made > 0 then due end,
    case when status = 'past_due' then now() - interval '1 day' * (1 + n % 6) end, case when status = 'past_due' then unit else 0 end,
    paid, paid * unit, paid, case when charged then ${refOf('mandate')} else '' end, '', at + interval '30 days', true, false,
    'https://shop.example/thanks', '', '', '{}', 'console', '203.0.113.7', at, 'Bench', coalesce(ended, at), case when used then begun end,
    recovered, ended, case status when 'cancelled' then 'merchant' when 'completed' then 'completed' else '' end
  from (
    select *, case when paused is null then least(due, tried) end as acts, made - (status = 'past_due')::int as paid
    from (
      select *, case when charged and unit > 0 then (start + made * step) at time zone '${zone}' end as due,
        case when status = 'past_due' then now() + interval '7 hours' + interval '1 day' * (n % 5) end as tried,
        case when kind = 7 and charged then now() - interval '1 minute' * (1 + n % 50) end as paused,
        case when kind in (9, 10) and charged and begun + life < now() then begun + life end as recovered
      from (${standing(count)}) standing
    ) moments
  ) rows`

/** Where each stands: what it is, when it began and ended, and how many of its periods have begun by now, or had by then. */
const standing = (count: number) => `
  select *, case when unit = 0 or not used or in_trial then 0 when status = 'completed' then 3 when period = 'W' then
    whole + 1 else whole + (start + whole * step <= until)::int end as made
  from (
    select *, case when period = 'W' then floor(extract(epoch from until - start) / 604800)::int else greatest(0,
      ((extract(year from until) - extract(year from start)) * 12 + extract(month from until) - extract(month from start))::int / months) end as whole
    from (
      select *, begun at time zone '${zone}' as start, coalesce(ended, now()) at time zone '${zone}' as until,
        status in ('active', 'past_due') as charged, status not in ('created', 'expired') as used, kind = 8 and begun > now() as in_trial,
        case period when 'W' then interval '7 days' else interval '1 month' * months end as step
      from (
        select *, case status when 'expired' then at + interval '30 days' when 'cancelled' then begun + life
          when 'completed' then begun + interval '3 months' end as ended
        from (
          select n, kind, n % ${Math.max(1, count / 20)} as customer, at, begun, life, p.price_ref, p.name, p.plan_type, p.currency, p.period, p.frequency,
            coalesce(p.amount_minor, 0) as unit, case p.period when 'Q' then 3 when 'Y' then 12 else 1 end as months,
            case when kind = 0 then case when at > now() - interval '30 days' then 'created' else 'expired' end
              when kind < 5 and begun + life < now() then 'cancelled'
              when kind = 5 and p.period = 'M' and at < now() - interval '100 days' then 'completed'
              when kind = 6 and p.period is not null then 'past_due' else 'active' end as status
          from generate_series(1, ${count}) n cross join
            lateral (select n % 20 as kind, now() - interval '1 hour' - n * (interval '${days} days' / ${count}) as at,
              interval '${days} days' * ((n::bigint * 7919) % 99991 / 99991.0) as life,
              case when n % ${pricesOf.rare} = 0 then ${pricesOf.own + 1} else n / 20 % ${pricesOf.own} + 1 end as price) m cross join
            lateral (select at + case kind when 8 then interval '14 days' else interval '10 minutes' end as begun) b
            join prices p on p.merchant_id = $1 and p.environment = 'sandbox' and p.price_ref = 'PRICE' || lpad(price::text, 22, '0')
        ) made
      ) over
    ) clocks
  ) counted`

const own = `merchant_id = $1 and environment = 'sandbox'`
const charged = `s.${own} and s.status in ('active', 'past_due')`
const numbered = `subscriptions s cross join lateral (select substr(s.merchant_order_ref, 5) as n) o`

/** The mandates of those that are charged, each with a token that is sealed for its row as the product does it. */
async function fillMandates(
  client: Client,
  { merchantId, keys }: { merchantId: string; keys: MerchantKeys },
): Promise<void> {
  const place = { merchantId, table: 'mandates', column: 'token' }
  for (let after = ''; ;) {
    const { rows }: QueryResult<Record<'order_ref' | 'mandate_ref', string>> = await client.query(
      `select order_ref, mandate_ref from subscriptions s where ${charged} and order_ref > $2 order by order_ref limit 20000`,
      [merchantId, after],
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.order_ref
    const sealed = rows.map(({ mandate_ref: ref }) => seal(keys, `tok_${ref}`, { ...place, row: `sandbox/${ref}` }))
    await client.query(mandates, [merchantId, rows.map(({ order_ref }) => order_ref), sealed])
  }
}

const mandates = `
  insert into mandates (merchant_id, environment, mandate_ref, order_ref, state, channel_key, method, method_sub_type, provider_key, provider_ref,
    token, method_details, masked, brand, expires_at, consent, language, consent_version, ip_address, user_agent, agreed_at, activated_at, updated_at)
  select $1::uuid, 'sandbox', s.mandate_ref, s.order_ref, 'active', 'SIMULATOR', 'SUBSCRIPTION_CARD', '', ${refOf('set-up')},
    'mnd_' || substr(s.mandate_ref, 1, 20), sealed.token, '{}', '424242******4242', 'visa', now() + interval '2 years',
    'The merchant may charge this card ' || unit_minor || ' ' || currency || ' each period until it is cancelled, which is possible at any time.',
    'en', 1, '203.0.113.7', 'Mozilla/5.0', activated_at, activated_at, activated_at
  from unnest($2::text[], $3::bytea[]) as sealed (ref, token) join ${numbered} on s.${own} and s.order_ref = sealed.ref`

/** The last charge of each: paid, or unpaid of one that is past due. */
const charges = `
  insert into subscription_charges (merchant_id, environment, charge_ref, order_ref, merchant_order_ref, kind, period, state, currency,
    amount_minor, credit_minor, to_pay_minor, lines, description, due_at, period_start, period_end, tries, first_tried_at, next_try_at, reason,
    payment_ref, claimed_at, paid_at, closed_at, created_at, updated_at)
  select $1::uuid, 'sandbox', ${refOf('charge')}, order_ref, order_ref || '_' || of, 'period', of, case when is_paid then 'paid' else 'unpaid' end,
    currency, unit_minor, 0, unit_minor, jsonb_build_array(jsonb_build_object('kind', 'period', 'n', of, 'unit', unit_minor::text, 'quantity', 1,
    'amount', unit_minor::text)), '', at, at, period_end, 1, at, next_try_at, case when is_paid then '' else 'FUNDS_LIMIT_ERROR' end,
    ${refOf('payment')}, at, case when is_paid then at end, case when is_paid then at end, at, at
  from ${numbered}, lateral (select made_periods - 1 as of, past_due_since is null as is_paid,
    coalesce(past_due_since, period_end - (now() - activated_at) / made_periods) as at) c
  where ${charged} and made_periods > 0`

/** What a subscription adds to the sums, as `server/subscription-store/counts.ts` counts it. */
const standings = `1 as subscriptions, (status = 'active')::int as active, (status = 'past_due')::int as past_due, past_due_minor,
  case when status in ('active', 'past_due') and subscription_type = 'REGULAR' and not in_trial and paused_at is null then unit_minor * quantity
    else 0 end as recurring_minor, collected_minor`
const counted = ['subscriptions', 'active', 'past_due', 'past_due_minor', 'recurring_minor', 'collected_minor']
const book = `price_ref, currency, coalesce(period, '') as period, coalesce(frequency, 0) as frequency`
const isAdded = (count: number) => `n::int > ${Math.ceil(count / notAddedUp)}`

const addedUp = (count: number) => `
  insert into subscription_sums (merchant_id, environment, price_ref, currency, period, frequency, ${counted.join(', ')})
  select $1::uuid, 'sandbox', price_ref, currency, period, frequency, ${counted.map((name) => `sum(${name})`).join(', ')}
  from (select ${book}, ${standings} from ${numbered} where ${own} and ${isAdded(count)}) s group by price_ref, currency, period, frequency`

const yetToAdd = (count: number) => `
  insert into subscription_deltas (merchant_id, environment, price_ref, currency, period, frequency, day, ${counted.join(', ')})
  select $1::uuid, 'sandbox', ${book}, (now() at time zone '${zone}')::date, ${standings} from ${numbered} where ${own} and not ${isAdded(count)}`

const daysOf = `
  insert into subscription_days (merchant_id, environment, currency, day, began, lost, recovered, recovered_minor)
  select $1::uuid, 'sandbox', currency, (at at time zone '${zone}')::date as day, sum((what = 'began')::int), sum((what = 'lost')::int),
    sum((what = 'recovered')::int), sum(case when what = 'recovered' then unit_minor else 0 end)
  from subscriptions, lateral (values ('began', activated_at), ('recovered', recovered_at),
    ('lost', case when status = 'cancelled' then ended_at end)) as events (what, at)
  where ${own} and at is not null group by currency, day`
