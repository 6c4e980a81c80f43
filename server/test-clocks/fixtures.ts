import { setTimeout as pause } from 'node:timers/promises'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readTestClock, TestClock } from '#contract/test-clocks.ts'
import { openCharging } from '#server/subscription-charges/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'
import type { TestSession } from '#test/test-app.ts'

export type Details = WireOutput<typeof readTestClock>
export type Clocks = Awaited<ReturnType<typeof openClocks>>

/** Test clocks through the front door, for tests. */
export async function openClocks() {
  const on = await openCharging()
  const { testApp } = on.paying
  const readClock = async (ref: string) => on.contentOf<Details>(await on.ask('GET', `/api/test-clocks/${ref}`))
  const askForClock = (time = '2031-01-31 04:00:00', as?: TestSession) =>
    on.ask('POST', '/api/test-clocks', { name: 'A year', time }, as)
  const askToAdvance = (ref: string, to: string, as?: TestSession) =>
    on.ask('POST', `/api/test-clocks/${ref}/advance`, { to }, as)
  const runWaiting = () => {
    const now = testApp.clock.now?.getTime() ?? Date.now()
    return runJobs(testApp, { until: new Date(now + 6_000) })
  }
  return {
    ...on,
    readClock,
    askForClock,
    askToAdvance,
    runWaiting,
    clock: async (time?: string) => on.contentOf<TestClock>(await askForClock(time)).clock_ref,
    removeClock: (ref: string) => on.ask('DELETE', `/api/test-clocks/${ref}`),
    /** Advances a clock and runs what waits until it stands still; real time passes for providers that take theirs. */
    async advance(ref: string, to: string): Promise<Details> {
      on.contentOf(await askToAdvance(ref, to))
      return this.arrive(ref)
    },
    async arrive(ref: string): Promise<Details> {
      for (let looks = 0; looks < 200; looks++) {
        await runWaiting()
        const clock = await readClock(ref)
        if (clock.state !== 'advancing') return clock
        await pause(10)
      }
      throw new Error('the clock does not arrive')
    },
  }
}

/** What a log says, in a line for each event, with the day and hour. */
export const lines = ({ events }: Pick<Details, 'events'>, { messages = false } = {}): string[] =>
  events
    .filter(({ event }) => messages || event !== 'message')
    .map(({ at, event, amount, facts }) =>
      [at.slice(0, 16), event, ...(amount === null ? [] : [amount]), ...Object.values(facts)].join(' '),
    )
