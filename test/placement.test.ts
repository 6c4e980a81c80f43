import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placementOf } from '#server/db/engine/placement.ts'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { testDatabase, type TestDatabase } from './postgres.ts'

/** Where tables are kept when they are divided (docs/decisions/0135-where-tables-are-kept.md), held on one machine too. */
let test: TestDatabase
let owner: Database
beforeAll(async () => {
  test = await testDatabase()
  owner = openDatabase(test.ownerUrl, { most: 1 })
})
afterAll(async () => {
  await owner.close()
  await test.drop()
})
const ask = <R extends object>(sql: string) => owner.transaction(null, (tx) => tx.query<R>(sql, []))

/** Foreign keys that divided tables do without, since they lead from one machine to another, with the day since when. */
const dropped = {
  'page_names -> payment_pages': '2026-11-29',
  'rollout_payments -> routing_rollouts': '2026-11-29',
}

describe('a table that is kept by merchant', () => {
  it('has the merchant in its key, and refers to tables that are kept so or are on every machine', async () => {
    const tables = await ask<{ name: string; key: string[] }>(
      `select c.relname as name, array(
         select a.attname::text from pg_constraint k join unnest(k.conkey) n on true join pg_attribute a on a.attrelid = c.oid and a.attnum = n
         where k.conrelid = c.oid and k.contype = 'p') as key
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    )
    const byMerchant = tables.filter(({ name }) => placementOf(name) === 'merchant')
    expect(byMerchant.length).toBeGreaterThan(150)
    expect(byMerchant.filter(({ key }) => !key.includes('merchant_id')).map(({ name }) => name)).toEqual([])
    expect(tables.filter(({ name }) => placementOf(name) === 'reference').map(({ name }) => name)).toEqual([
      'merchants',
    ])
  })

  it('is tied to tables of another place by no foreign key but the listed', async () => {
    const keys = await ask<{ from: string; to: string }>(
      `select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace`,
    )
    const apart = keys.filter(({ from, to }) => {
      const [one, other] = [placementOf(from), placementOf(to)]
      return other !== 'reference' && one !== other
    })
    expect(apart.map(({ from, to }) => `${from} -> ${to}`).toSorted()).toEqual(Object.keys(dropped).toSorted())
  })
})

it('a name of a constraint that is told to a user is found again where a shard has cut it short', async () => {
  const { faultNames } = await import('#server/kit/http/constraint-faults.ts')
  // A shard's name has up to 16 characters behind the first 46.
  const cut = faultNames.map((name) => name.slice(0, 46))
  expect(new Set(cut).size).toBe(faultNames.length)
})
