import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'

/** What a pull is asked for. */
const data = z.object({
  merchantId: z.uuid(),
  environment,
  channelKey: z.string(),
  source: z.string(),
  /** How many looks have followed the first, since files had to stand still. */
  round: z.int(),
  /** How many have failed one after the other without a new part. */
  tries: z.int(),
})
export type PullData = z.infer<typeof data>

/** The job by its name, for those who enqueue it. */
export const pullAsked = { name: 'pull-recon-files', data }
