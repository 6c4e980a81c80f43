import { readMigrations } from './migrate.ts'
import { expect, test } from 'vitest'

/**
 * Tables that grow with the payments. What looks at each of their rows under a lock holds up whoever pays, so it belongs into a
 * file `…-online.sql`.
 */
const large = [
  'payments', 'payment_links', 'refunds', 'timeline', 'audit_events', 'ledger_transfers', 'ledger_entries', 'notices',
  'notifications', 'messages', 'webhook_events', 'webhook_deliveries', 'webhook_attempts', 'provider_callbacks',
  'payment_deltas', 'payment_hours', 'payment_days', 'idempotency_keys', 'refund_batch_rows',
] // prettier-ignore

test('a migration of tables in use builds no index and checks no constraint under a lock', async () => {
  // The ones before brought tables that nobody had filled yet.
  const files = (await readMigrations()).filter(({ name }) => name > '0030' && !name.endsWith('-online.sql'))
  expect(files.flatMap(({ name, sql }) => stopsOf(sql).map((what) => `${name}: ${what}`))).toEqual([])
})

test('an index, a check and a foreign key of a large table are found, those of a new table and unchecked ones are not', () => {
  expect(
    stopsOf(`create table refunds (id text); create index a on refunds (id); create index b on payments (id);
      alter table refunds add column c text check (c = '');
      alter table payments add column c text check (c = '');
      alter table payments add constraint c check (c = '') not valid;
      alter table timeline add foreign key (d) references payments;
      create index concurrently e on payments (id); -- create index f on payments (id);`),
  ).toEqual(['index of payments', 'constraint of payments', 'constraint of timeline'])
})

test('a migration changes a table in use before it refers to it, so that its lock need not grow while others hold theirs', async () => {
  const files = (await readMigrations()).flatMap(({ name, sql }) =>
    growingLocks(sql).map((table) => `${name}: ${table}`),
  )
  // Released already; a deadlock with them is tried again.
  expect(files).toEqual(['0010-ways-to-pay.sql: payment_channels', '0065-confirmations.sql: payments'])
  expect(growingLocks('create table a (b int references c); alter table c add column d int')).toEqual(['c'])
  expect(growingLocks('alter table c add column d int; create table a (b int references c)')).toEqual([])
})

/** Tables to which a foreign key refers, a lock against writers, before they are altered, a lock against everybody. */
function growingLocks(sql: string): string[] {
  const text = sql.replaceAll(/--.*/g, '')
  const made = matches(text, /create table (?:if not exists )?(\w+)/g).map(([, table]) => table)
  const changed = [...text.matchAll(/alter table (?:only )?(\w+)/g)]
  const grown = changed.filter(({ index, 1: table }) => new RegExp(`references ${table}\\b`).test(text.slice(0, index)))
  return grown.flatMap(({ 1: table = '' }) => (made.includes(table) ? [] : [table]))
}

function stopsOf(sql: string): string[] {
  const text = sql.replaceAll(/--.*/g, '')
  const made = new Set(matches(text, /create table (?:if not exists )?(\w+)/g).map(([, table]) => table))
  const isUsed = ([, table = '']: string[]) => large.includes(table) && !made.has(table)
  const indexes = matches(text, /create (?:unique )?index (?:if not exists )?\w+\s+on (\w+)/g).filter(isUsed)
  const changes = matches(text, /alter table (\w+)([^;]*)/g).filter(isUsed)
  const checked = changes.filter(([, , what = '']) => /check \(|references/.test(what) && !what.includes('not valid'))
  return [...indexes.map(([, table]) => `index of ${table}`), ...checked.map(([, table]) => `constraint of ${table}`)]
}

const matches = (text: string, pattern: RegExp): string[][] => [...text.matchAll(pattern)].map((match) => [...match])
