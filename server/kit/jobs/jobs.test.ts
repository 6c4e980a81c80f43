import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { PgBoss } from 'pg-boss'
import { openDatabase } from '#server/kit/db/db.ts'
import { prepareJobs } from './jobs.ts'
import { newJob, schema } from './new-job.ts'

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

describe('a new job', () => {
  let database: TestDatabase
  let boss: PgBoss
  beforeAll(async () => {
    database = await testDatabase()
    await prepareJobs(database.ownerUrl, jobs, () => {})
    boss = new PgBoss({ connectionString: database.ownerUrl, schema, supervise: false, schedule: false })
    await boss.start()
  }, 60_000)
  afterAll(async () => {
    await boss.stop({ graceful: false })
    await database.drop()
  })

  it.each([
    ['at once', 0],
    ['in an hour', 3_600],
    ['at a moment', new Date('2031-05-06T07:08:09.123Z')],
  ])('is what pg-boss itself would have put there, %s', async (_, after) => {
    const application = openDatabase(database.url, { most: 1 })
    const [ours] = await application.transaction(null, async (tx) => {
      tx.write(newJob('settle-payment', { orderRef: 'A' }, after))
      return tx.query<Row>(newest, [])
    })
    await application.close()
    await boss.send('settle-payment', { orderRef: 'A' }, after === 0 ? {} : { startAfter: after })
    const owner = openDatabase(database.ownerUrl, { most: 1 })
    const [theirs] = await owner.transaction(null, (tx) => tx.query<Row>(newest, []), { readOnly: true })
    await owner.close()
    expect(ours).toEqual(theirs)
    expect(ours?.row).toMatchObject({ name: 'settle-payment', state: 'created', policy: 'standard' })
  })

  it('of a queue that does not exist is an error', async () => {
    const application = openDatabase(database.url, { most: 1 })
    const sent = application.transaction(null, async (tx) => tx.write(newJob('nobody', {})))
    await expect(sent).rejects.toThrow(/null value|foreign key/)
    await application.close()
  })
})

interface Row {
  row: Record<string, unknown>
}
/** The times of a job relative to each other, or as given. */
const newest = `
  select to_jsonb(j) - array['id', 'created_on', 'start_after', 'keep_until'] as row,
    case when start_after > '2030-01-01' then start_after::text else (start_after - created_on)::text end as start, keep_until - start_after as kept
  from ${schema}.job as j order by created_on desc limit 1`
