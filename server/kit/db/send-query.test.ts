import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { openDatabase } from './db.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.drop())

/**
 * The time limit of a transaction. A later statement gets at least `timeouts.queryLeastMs`.
 */
const answerMs = 600

test('a late statement fails with all statements behind it, and the next has a connection that answers', async () => {
  const database = openDatabase(place.url, { most: 1, answerMs })
  let settled: PromiseSettledResult<unknown>[] = []
  const asked = database.transaction(null, async (tx) => {
    await tx.query('select 1', [])
    const texts = ['select pg_sleep(3)', 'select 2']
    settled = await Promise.allSettled(texts.map((text) => tx.query(text, [])))
  })
  const since = performance.now()
  expect(faultOf(await asked.catch((error: unknown) => error)).fault).toBe('unavailable')
  expect(performance.now() - since).toBeLessThan(2_000)
  const late = { status: 'rejected', reason: { message: 'Query read timeout' } }
  expect(settled).toMatchObject([late, late])
  try {
    expect(await database.transaction(null, (tx) => tx.query('select 3 as three', []))).toEqual([{ three: 3 }])
  } finally {
    await database.close()
  }
})

test('a connection that waits between its statements is left alone, and each transaction has its time anew', async () => {
  const database = openDatabase(place.url, { most: 1, answerMs })
  try {
    for (let round = 0; round < 3; round++) {
      const slept = database.transaction(null, (tx) => tx.query('select pg_sleep(0.3)', []))
      await expect(slept).resolves.toHaveLength(1)
      await delay(300)
    }
    // A later statement gets a moment even when the time is used up.
    const long = database.transaction(null, async (tx) => {
      await delay(answerMs + 300)
      return tx.query('select 4 as four', [])
    })
    await expect(long).resolves.toEqual([{ four: 4 }])
  } finally {
    await database.close()
  }
})
