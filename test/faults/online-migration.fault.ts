import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { emptyDatabase } from '../postgres.ts'
import { countOf } from './counts.ts'

/**
 * Payments get their payable while they are being made and paid by a version that knows nothing of it: none of its statements
 * fails or waits for a second, and none of its payments is left out.
 */
const folder = join(import.meta.dirname, '../../server/db/migrations')
const payments = countOf(250_000, 10_000)
const merchantId = randomUUID()

test('a migration of all payments does not disturb shoppers who pay meanwhile', { timeout: 1_800_000 }, async () => {
  const database = await emptyDatabase()
  try {
    await migrate(database.ownerUrl, folder, '0029-environment-asked-ahead.sql')
    await fill(database.ownerUrl)
    const load = await startLoad(database.ownerUrl, 6)
    try {
      await migrate(database.ownerUrl)
    } finally {
      await load.stop()
    }
    const { paid, slowestMs, failures, waits } = load.seen
    expect(failures).toEqual([])
    expect(paid).toBeGreaterThan(20)
    expect(slowestMs, waits.join('\n')).toBeLessThan(1_000)
    const [left] = await query<{ all: string; wrong: string }>(
      database.ownerUrl,
      `select count(*) as all, count(*) filter (where payable_kind <> 'link' or payable_ref <> link_ref) as wrong from payments`,
    )
    expect(left).toEqual({ all: String(payments + paid), wrong: '0' })
  } finally {
    await database.drop()
  }
})

const columns = `merchant_id, environment, order_ref, merchant_order_ref, link_ref, amount_minor, currency, status, payment_method,
  channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
  description, source, created_at, updated_at`
const filler = `12500, 'SGD', 'Success', 'CARD', 'SIMULATOR', 'Mei Tan', 'mei@example.com', 'mei@example.com', '', '', '127.0.0.1',
  'Mozilla/5.0', 'A jacket', 'payment_link'`

/** Chosen here: PostgreSQL would look at every payment for a reference that it draws itself. */
const anyOld = () => `old${String(1 + Math.floor(Math.random() * payments)).padStart(24, '0')}`

async function fill(url: string): Promise<void> {
  await query(
    url,
    `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
     values ('${merchantId}', 'k', 's', 'n', 'e', 'SG', 'SGD', 'single', '', '', now())`,
  )
  for (let from = 1; from <= payments; from += 50_000)
    await query(
      url,
      `insert into payments (${columns})
       select '${merchantId}', 'sandbox', 'old' || lpad(n::text, 24, '0'), 'ORDER-' || n, 'lnk' || lpad(n::text, 24, '0'), ${filler},
         now() - n * interval '7 s', now() - n * interval '7 s'
       from generate_series(${from}, ${Math.min(payments, from + 49_999)}) n`,
    )
  await query(url, 'analyze payments')
}

/** Shoppers as the version before serves them: an attempt, the provider's answer, the page that asks; and the list. */
async function startLoad(url: string, shoppers: number) {
  let over = false
  const seen = { paid: 0, slowestMs: 0, failures: [] as string[], waits: [] as string[] }
  const own = `merchant_id = '${merchantId}' and environment = 'sandbox'`
  const steps = (ref: string) => [
    `insert into payments (${columns}) values ('${merchantId}', 'sandbox', '${ref}', '${ref}', '${ref}', ${filler.replace('Success', 'Initiated')}, now(), now())`,
    `select count(*), max(order_ref) filter (where status in ('Initiated', 'Pending', 'Authorized')) from payments where ${own} and link_ref = '${ref}'`,
    `update payments set status = 'Pending', updated_at = now() where ${own} and order_ref = '${ref}'`,
    `begin; select status from payments where ${own} and order_ref = '${ref}' for no key update;
     update payments set status = 'Success', updated_at = now() where ${own} and order_ref = '${ref}'; commit`,
    `update payments set updated_at = now() where ${own} and order_ref = '${anyOld()}'`,
    `select order_ref, link_ref, status from payments where ${own} order by created_at desc, order_ref desc limit 10`,
  ]
  const shopping = Array.from({ length: shoppers }, async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    while (!over) {
      for (const step of steps(randomUUID().replaceAll('-', '').slice(0, 27))) {
        const since = performance.now()
        await client.query(step).catch((error: Error) => seen.failures.push(error.message))
        seen.slowestMs = Math.max(seen.slowestMs, performance.now() - since)
      }
      seen.paid++
    }
    await client.end()
  })
  const watching = watch(url, seen.waits, () => over)
  return {
    seen,
    async stop() {
      over = true
      await Promise.all([...shopping, watching])
    },
  }
}

/** Notes what a shopper's statement waited for that had gone on for a third of a second, and what the migration did at that moment. */
async function watch(url: string, waits: string[], over: () => boolean): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  while (!over()) {
    const { rows } = await client.query<{ line: string }>(
      `select round(extract(epoch from clock_timestamp() - query_start) * 1000) || ' ms, ' || coalesce(wait_event, 'at work') || ': '
         || left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as line
       from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
         and exists (select from pg_stat_activity s where s.datname = current_database() and s.state <> 'idle'
           and s.query_start < clock_timestamp() - interval '330 ms' and s.query like any (array['%Mei Tan%', '%''sandbox''%order_ref%']))`,
    )
    if (rows.length > 0) waits.push(rows.map(({ line }) => line).join(' | '))
    await delay(100)
  }
  await client.end()
}

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}
