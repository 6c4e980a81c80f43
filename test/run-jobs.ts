import { jobs } from '#server/jobs.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import type { TestApp } from './test-app.ts'

/**
 * Does what a worker would do, one job after the other, each when the application's clock has come to its time, until none is
 * due by `until` (now, unless given). What fails, fails here. Nothing waits in reality.
 * @param dated the jobs begin at moments, such as 09:00 of a day: the clock that a test puts forward comes nearer to them. A delay
 *   counts from the clock.
 * @param before is called before each job.
 * @returns how many jobs ran.
 */
export async function runJobs(
  testApp: TestApp,
  {
    until = new Date(),
    names = jobs.map(({ name }) => name),
    dated = false,
    before = async () => {},
  }: { until?: Date; names?: readonly string[]; dated?: boolean; before?: () => Promise<unknown> } = {},
) {
  const later = waiting.get(testApp) ?? []
  waiting.set(testApp, later)
  for (let ran = 0; ; ran++) {
    const taken = await testApp.owner.transaction(null, (tx) =>
      tx.query<{ name: string; data: unknown; wait: number; start: number }>(
        `with taken as (delete from pgboss.job where name = any ($1) and state = 'created' returning *)
         select name, data, extract(epoch from start_after - created_on)::float8 * 1000 as wait,
           extract(epoch from start_after)::float8 * 1000 as start
         from taken order by created_on`,
        [names],
      ),
    )
    const now = () => testApp.clock.now?.getTime() ?? Date.now()
    const timeOf = ({ wait, start }: { wait: number; start: number }) =>
      dated || wait > farMs ? Math.ceil(start) : now() + Math.max(0, Math.ceil(wait))
    later.push(...taken.map((one) => ({ name: one.name, data: one.data, at: timeOf(one) })))
    later.sort((a, b) => a.at - b.at)
    const next = later[0]
    if (!next || next.at > Math.max(until.getTime(), now())) return ran
    later.shift()
    if (next.at > now()) testApp.clock.now = new Date(next.at)
    const declared = jobs.find(({ name }) => name === next.name)
    if (!declared) throw new Error(`no job ${next.name}`)
    await before()
    await runJob(declared, next.data, testApp.serveParts, new AbortController().signal)
  }
}
/** A delay is shorter: what is so far away begins at a moment of a clock that a test has put years forward. */
const farMs = 366 * 86_400_000
const waiting = new WeakMap<TestApp, { name: string; data: unknown; at: number }[]>()
