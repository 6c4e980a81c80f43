import { jobs } from '#server/jobs.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { prepareJobs, runJob, type Job } from '#server/kit/jobs/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { workJobs } from '#server/kit/jobs/work-jobs.ts'
import { servicesOf } from '#server/services.ts'
import { planSubscriptions } from '#server/subscription-charges/jobs.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/**
 * A worker as `server/worker.ts` has it, but for what looks at all merchants from time to time. The provider takes every charge at once,
 * because its time is not part of the product. With `works: false` it only plans.
 */
const { ownerUrl, works } = taskOf<{ ownerUrl: string; works: boolean }>()
const onError = (error: Error) => console.error(error)
const parts = await partsOf(ownerUrl)
await prepareJobs(ownerUrl, jobs, onError)
const database = openDatabase(parts.databaseUrl, { name: 'jobs', onError })
const services = servicesOf(parts)
services.provider = () => ({
  authorise: ({ key }) => Promise.resolve({ kind: 'captured', providerRef: `pay_${key}` }),
  capture: () => Promise.reject(new Error('captured at once')),
  refund: () => Promise.reject(new Error('nothing is refunded here')),
  void: () => Promise.reject(new Error('nothing is authorised here')),
  cancel: () => Promise.reject(new Error('nothing waits here')),
  status: () => Promise.resolve({ kind: 'absent' }),
  verifyCallback: () => Promise.resolve({ kind: 'forged', why: 'nobody calls back here' }),
  cardEntry: () => null,
})
const running = { database, services, now: () => new Date() }
const working = works ? await workJobs({ ownerUrl, declared: jobs, onError, ...running }) : undefined

/** Finds what is due of a merchant, and plans the first of it; of more than a job plans, another job goes on. */
async function plan({ merchantId }: { merchantId: string }): Promise<null> {
  const owner = { merchantId, environment: 'sandbox' as const }
  await sweepJobs({ ...running, declared: [planSubscriptions as unknown as Job] }, owner)
  await runJob(planSubscriptions as unknown as Job, { ...owner, all: 'all' }, running, new AbortController().signal)
  return null
}

serveQuestions<{ merchantId: string }>(null, plan, {
  async atEnd() {
    await working?.stop()
    await database.close()
  },
})
