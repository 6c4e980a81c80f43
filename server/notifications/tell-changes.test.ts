import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/kit/db/db.ts'
import { createChangedObjects } from '#server/kit/process/changed-objects.ts'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { tellChanges } from './tell-changes.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(async () => {
  vi.useRealTimers()
  await place.drop()
})

test('what is noted after the stop is not told by a database that is closed by then', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const database = openDatabase(place.url)
  const changes = createChangedObjects()
  const telling = tellChanges(database, changes, log)
  const note = () => changes.note({ merchantId: crypto.randomUUID(), environment: 'sandbox' }, 'payment', 'p-1')
  note()
  await telling.stop()
  await database.close()
  vi.useFakeTimers()
  note()
  await vi.runAllTimersAsync()
  expect(lines).toEqual([])
})
