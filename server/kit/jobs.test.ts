import { expect, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { testDatabase } from '#test/postgres.ts'
import { prepareJobs } from './jobs.ts'

test('any number of processes may start on one database at the same moment', { timeout: 60_000 }, async () => {
  const database = await testDatabase()
  const faults: unknown[] = []
  try {
    for (let round = 1; round <= 10; round++) {
      const starts = Array.from({ length: 8 }, () =>
        prepareJobs(database.ownerUrl, jobs, (error) => faults.push(error)),
      )
      for (const start of await Promise.allSettled(starts)) if (start.status === 'rejected') faults.push(start.reason)
    }
    expect(faults).toEqual([])
  } finally {
    await database.drop()
  }
})
