import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { newId } from '#server/kit/db/id.ts'
import { claimPull, endPull } from './pull-claim.ts'
import { pull } from './pull.ts'
import { SftpFailure } from './sftp-fault.ts'

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

/**
 * Looks at the folder of a channel for a source, and takes what is ready. One pull at a time runs at a host. A pull that is killed
 * goes on at the part where it was; a long one hands on to the next run.
 */
export const pullReconFiles: Job<PullData> = {
  kind: 'effect',
  name: 'pull-recon-files',
  data,
  parallel: 3,
  async run({ services, signal, transaction }, asked) {
    const holder = newId()
    const claim = await transaction((ctx) => claimPull(ctx, asked, holder))
    if (!claim) return
    const until = performance.now() + limits.runMs
    const outcome = await pull(claim, { transaction, signal, until }).catch((error: unknown) => {
      if (error instanceof SftpFailure) return { fault: error.fault, hostKey: error.hostKey, parts: claim.kept }
      services.log.warn({ err: error, channel: asked.channelKey }, 'a pull of files failed')
      return { fault: 'broken' as const, hostKey: null, parts: claim.kept }
    })
    await transaction((ctx) => endPull(ctx, asked, claim, outcome))
  },
}
