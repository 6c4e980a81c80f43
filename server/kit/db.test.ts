import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { openDatabase } from './db.ts'
import { faultOf } from './failure.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.drop())

test('a connection cut at work fails that work alone, and costs the process nothing', async () => {
  const told: string[] = []
  const database = openDatabase(place.url, { most: 1, onError: (error) => told.push(error.message) })
  const other = openDatabase(place.ownerUrl, { most: 1 })
  try {
    const cut = database.transaction(null, async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid', [])
      await Promise.all([
        tx.query('select pg_sleep(3)', []),
        other.transaction(null, (theirs) => theirs.query('select pg_terminate_backend($1)', [own?.pid])),
      ])
    })
    expect(faultOf(await cut.catch((error: unknown) => error)).fault).toBe('unavailable')
    expect(told.length).toBeGreaterThan(0)
    expect(await database.transaction(null, (tx) => tx.query('select 1 as one', []))).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await other.close()
  }
})
