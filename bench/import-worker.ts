import { jobs } from '#server/jobs.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { prepareJobs } from '#server/kit/jobs/jobs.ts'
import { workJobs } from '#server/kit/jobs/work-jobs.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { servicesOf } from '#server/services.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** A worker as `server/worker.ts` has it, but for what looks at all merchants from time to time. */
const { ownerUrl } = taskOf<{ ownerUrl: string }>()
const onError = (error: Error) => console.error(error)
const parts = await partsOf(ownerUrl)
await prepareJobs(ownerUrl, jobs, onError)
const database = openDatabase(parts.databaseUrl, { name: 'jobs', onError })
const loads = openDatabase(parts.databaseUrl, {
  name: 'loads of files',
  onError,
  most: 1,
  statementMs: timeouts.loadStatementMs,
})
const working = await workJobs({
  ownerUrl,
  declared: jobs,
  onError,
  database,
  loads,
  services: servicesOf(parts),
  now: () => new Date(),
})

serveQuestions(null, () => null, {
  async atEnd() {
    await working.stop()
    await database.close()
    await loads.close()
  },
})
