import { jobs } from '#server/jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'
import { openSubscribing, type Subscribing } from '#server/subscriptions/fixtures.ts'
import { runJobs } from '#test/run-jobs.ts'

/** A request for money that the provider was sent. */
export interface Asked {
  key: string
  amountMinor: bigint
  offSession: boolean
  at: Date
}

export type Charging = Awaited<ReturnType<typeof openCharging>>

/** Subscriptions through the front door, with what their provider is asked for and a worker that plans, for tests of charges. */
export async function openCharging(): Promise<Subscribing & Charges> {
  const on = await openSubscribing()
  const { testApp, provider, clock } = on.paying
  const asked: Asked[] = []
  const hooks: { beforeAsking?: (key: string) => Promise<unknown> } = {}
  const { authorise } = provider
  provider.authorise = async (request, signal) => {
    const { key, amountMinor, mandate } = request
    const offSession = mandate !== undefined && 'offSession' in mandate && mandate.offSession
    await hooks.beforeAsking?.(key)
    asked.push({ key, amountMinor, offSession, at: clock.now ?? new Date() })
    return authorise(request, signal)
  }
  const planned = jobs.filter(({ name }) => name === 'plan-subscriptions')
  return {
    ...on,
    asked,
    hooks,
    async work(until) {
      const end = new Date(until)
      for (let at = clock.now ?? new Date(); ; at = new Date(Math.min(at.getTime() + 1_800_000, end.getTime()))) {
        clock.now = at
        await sweepJobs({ ...testApp.serveParts, declared: planned }, on.scope)
        await runJobs(testApp, { until: at, dated: true })
        if (at >= end) return
      }
    },
    async jump(...moments) {
      for (const moment of moments) {
        clock.now = new Date(moment)
        await sweepJobs({ ...testApp.serveParts, declared: planned }, on.scope)
        await runJobs(testApp, { until: clock.now })
      }
    },
    charges: async (ref) =>
      (await on.read(ref)).charges.toReversed().map(({ n, state, reason }) => [n ?? '-', state, reason].join(' ').trim()),
  }
}
interface Charges {
  asked: Asked[]
  /** What happens between the claim of a payment and the provider's hearing of it. */
  hooks: { beforeAsking?: (key: string) => Promise<unknown> }
  /** A worker that runs until then, looking every half hour. */
  work(until: Date | string): Promise<void>
  /** A worker that looks at these moments. */
  jump(...moments: (Date | string)[]): Promise<void>
  /** The charges of a subscription, oldest first, in a word or three. */
  charges(ref: string): Promise<string[]>
}
