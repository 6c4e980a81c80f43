import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { findClock, listAdvancing } from './queries.ts'
import { failClock, step } from './step.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  clockRef: z.string(),
  /** How often the outcome of the same payment was waited for. */
  waits: z.number().default(0),
})
type Data = z.infer<typeof data>

/**
 * Advances a clock, an event in each transaction. While a payment is under way it makes room for the jobs that settle it, and comes again.
 * Whatever dies in between, nothing happens twice and nothing is left out.
 */
export const advanceClock: Job<Data> = {
  kind: 'effect',
  name: 'advance-test-clock',
  data,
  parallel: 4,
  overdue: {
    key: 'clockRef',
    list: async (ctx, since) => (await listAdvancing(ctx, since)).map((clock) => ({ ...clock, waits: 0 })),
  },
  async run({ signal, transaction }, { clockRef, waits }) {
    for (let turn = 0; turn < turns && !signal.aborted; turn++) {
      const outcome = await transaction((ctx) => step(ctx, clockRef))
      if (outcome === 'over') return
      // Of a payment that an earlier job has waited for, the first step is the one that counts.
      if (outcome === 'waits') return transaction((ctx) => wait(ctx, clockRef, turn === 0 ? waits : 0))
    }
    await transaction(async (ctx) => ctx.enqueue(advanceClock, { clockRef, waits: 0 }))
  },
}
const turns = 50

async function wait(ctx: Ctx, clockRef: string, waits: number): Promise<void> {
  if (waits < waitsMost)
    return ctx.enqueue(advanceClock, { clockRef, waits: waits + 1 }, { after: waitSeconds[waits] ?? 5 })
  const clock = await findClock(ctx, clockRef, { lock: true })
  if (clock?.state === 'advancing') failClock(ctx, clock, 'payment_waits')
}
const waitSeconds = [0.1, 0.1, 0.1, 0.2, 0.5, 1, 2]
/** About ten minutes. */
const waitsMost = 120
