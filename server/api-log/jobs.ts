import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { forgetSome, listOldCalls } from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, day: z.string() })
type Data = z.infer<typeof data>

/** Forgets the calls whose time is over, some in each transaction, so that none holds others up. */
export const forgetApiCalls: Job<Data> = {
  kind: 'effect',
  name: 'forget-api-calls',
  data,
  overdue: { key: 'day', list: listOldCalls },
  async run({ signal, transaction }) {
    for (let round = 0; round < rounds && !signal.aborted; round++)
      if (!(await transaction((ctx) => forgetSome(ctx, atOnce)))) return
  },
}
const atOnce = 1_000
const rounds = 100
