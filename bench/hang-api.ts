import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import { jobs } from '#server/jobs.ts'
import { prepareJobs } from '#server/kit/jobs/jobs.ts'
import { workJobs } from '#server/kit/jobs/work-jobs.ts'
import type { Outcome, Provider } from '#server/providers/provider.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/**
 * The API and a worker with its queues. Providers take every payment at once. While it `hangs`, the one that is not the
 * simulator answers nothing until it is given up, as an adapter gives a request up after 15 s.
 */
const { ownerUrl } = taskOf<{ ownerUrl: string }>()
const onError = (error: Error) => console.error(error)
const { app, serveParts, close } = await createApp(await partsOf(ownerUrl), { rateFactor: 1e6 })
const { services, database, now } = serveParts

let hangs = false
const hanging = new Set<() => void>()
const taken = async ({ key }: { key: string }): Promise<Outcome> => ({ kind: 'captured', providerRef: `pay_${key}` })
const hang = (about: { key: string }): Promise<Outcome> => {
  if (!hangs) return taken(about)
  return new Promise((resolve) => {
    const give = () => (hanging.delete(give), clearTimeout(timer), resolve({ kind: 'unknown', why: 'no answer' }))
    const timer = setTimeout(give, 15_000)
    hanging.add(give)
  })
}
const providerOf = (ask: (about: { key: string }) => Promise<Outcome>): Provider => ({
  authorise: ask,
  capture: ask,
  refund: ask,
  void: ask,
  cancel: ask,
  status: ask,
  verifyCallback: () => Promise.resolve({ kind: 'forged', why: 'nobody calls back here' }),
  cardEntry: () => null,
  connection: { test: async () => ({ kind: 'working', account: 'acct_bench', checks: [] }) },
})
const [healthy, sick] = [providerOf(taken), providerOf(hang)]
services.provider = (name) => (name === 'simulator' ? healthy : sick)

await prepareJobs(ownerUrl, jobs, onError)
const working = await workJobs({ ownerUrl, declared: jobs, database, services, now, onError })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
serveQuestions<{ hangs: boolean }>(
  { url: `http://127.0.0.1:${port}` },
  (question) => {
    hangs = question.hangs
    if (!hangs) for (const give of hanging) give()
    return null
  },
  {
    async atEnd() {
      for (const give of hanging) give()
      await working.stop()
      await close()
    },
  },
)
