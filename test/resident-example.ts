import { readFileSync } from 'node:fs'
import { serveJobs } from '#server/kit/files/resident.ts'

/** What a test asks of a resident process. */
export type ExampleJob = { do: 'answer' | 'fail' | 'hang' | 'exit' | 'environment' } | { do: 'read'; path: string }

serveJobs(async (job: ExampleJob) => {
  if (job.do === 'fail') throw new Error('this job')
  if (job.do === 'hang') for (;;);
  if (job.do === 'exit') process.exit(3)
  if (job.do === 'environment') return Object.keys(process.env).length
  if (job.do === 'read') return readFileSync(job.path, 'utf8').length
  return process.pid
})
