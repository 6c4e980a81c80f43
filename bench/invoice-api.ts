import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createApp } from '#server/app.ts'
import { jobs } from '#server/jobs.ts'
import { workJobs } from '#server/kit/jobs/work-jobs.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** The API and a worker in one process, as a small installation runs them, with a mail server. It tells how long its event loop was held. */
const { ownerUrl, mailUrl } = taskOf<{ ownerUrl: string; mailUrl: string }>()
const onError = (error: Error) => console.error(error)
const parts = await partsOf(ownerUrl)
const mail = { url: mailUrl, from: 'Countinghouse <no-reply@pay.example.com>' }
const { app, serveParts, close } = await createApp({ ...parts, config: { ...parts.config, mail } }, { rateFactor: 1e6 })
const { services, database, now } = serveParts
const working = await workJobs({ ownerUrl, declared: jobs, database, services, now, onError })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const held = monitorEventLoopDelay({ resolution: 1 })
held.enable()
/** The work between two turns of the loop, which does not grow while other processes have the processor. */
let [worked, mostWork] = [workOfThread(), 0]
setInterval(() => {
  const now = workOfThread()
  mostWork = Math.max(mostWork, now - worked)
  worked = now
}, 1)

function workOfThread(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What it is asked for, since the last question: for how long the event loop was held, and by how much work of its own at most. */
export interface Held {
  mostMs: number
  p99Ms: number
  workMs: number
}
serveQuestions<null>(
  { url: `http://127.0.0.1:${port}` },
  (): Held => {
    const found = { mostMs: held.max / 1e6, p99Ms: held.percentile(99) / 1e6, workMs: mostWork }
    held.reset()
    mostWork = 0
    return found
  },
  {
    async atEnd() {
      await working.stop()
      await close()
    },
  },
)
