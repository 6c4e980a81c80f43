import { jobs } from '#server/jobs.ts'
import { startWorker } from '#server/worker.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** A worker as it runs in earnest, with all its queues. */
const { ownerUrl } = taskOf<{ ownerUrl: string }>()
const worker = await startWorker(await partsOf(ownerUrl))
serveQuestions({ jobs: jobs.length }, () => null, { atEnd: () => worker.stop() })
