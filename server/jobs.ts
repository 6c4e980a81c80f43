import * as domains from './domains.ts'
import type { Domain } from './kit/domain.ts'
import type { Job } from './kit/jobs/jobs.ts'

/** Every job; a queue is created for each at start. Only the job itself knows the form of its data. */
export const jobs = Object.values<Domain>(domains).flatMap((domain) => domain.jobs ?? []) as unknown as readonly Job[]
