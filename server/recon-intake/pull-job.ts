import { Fault } from '#contract/faults.ts'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { newId } from '#server/kit/db/id.ts'
import { claimPull, endPull } from './pull-claim.ts'
import { pullAsked, type PullData } from './pull-data.ts'
import { pull } from './pull.ts'
import { SftpFailure } from './sftp-fault.ts'

/**
 * Looks at the folder of a channel for a source, and takes what is ready. One pull at a time runs at a host. A pull that is killed
 * goes on at the part where it was; a long one hands on to the next run.
 */
export const pullReconFiles: Job<PullData> = {
  kind: 'effect',
  ...pullAsked,
  parallel: 3,
  async run({ services, signal, transaction }, asked) {
    const holder = newId()
    const claim = await transaction((ctx) => claimPull(ctx, asked, holder))
    if (!claim) return
    const until = performance.now() + limits.runMs
    const outcome = await pull(claim, { transaction, signal, until }).catch((error: unknown) => {
      if (error instanceof SftpFailure) return { fault: error.fault, hostKey: error.hostKey, parts: claim.kept }
      // So many files wait to be read that no more are taken. Their server has nothing to do with it.
      if (error instanceof Fault && error.fault === 'tooMany')
        return { fault: '' as const, next: 'later' as const, parts: claim.kept }
      services.log.warn({ err: error, channel: asked.channelKey }, 'a pull of files failed')
      return { fault: 'broken' as const, hostKey: null, parts: claim.kept }
    })
    await transaction((ctx) => endPull(ctx, asked, claim, outcome))
  },
}
