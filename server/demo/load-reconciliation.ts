import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import type { Parts } from '#server/parts.ts'
import type { PastEffect } from '#server/providers/simulator/past.ts'
import { settlementPassword } from '#server/providers/simulator/settlement/credentials.ts'
import { loadHostKey } from '#server/providers/simulator/settlement/host-key.ts'
import { filesOfPast } from '#server/providers/simulator/settlement/past-files.ts'
import { servicesOf } from '#server/services.ts'
import { endDue, whoIsDue, type Due, type ReconPart } from './due.ts'
import { accountOf } from './history.ts'
import { closeAll } from './recon-closings.ts'
import { seedDecisions } from './recon-decisions.ts'
import { checkFees, claimBack } from './recon-fees.ts'
import { seedReconIntake } from './recon-intake.ts'
import { workOutPairs } from './recon-runs.ts'
import { filesToLoad, loadSettled } from './reconciliation.ts'
import { flawsOfPast } from './settled.ts'

/** What parts of the demo need that happened at the provider too. */
export interface Telling {
  now: Date
  tellProvider: (effects: readonly PastEffect[]) => Promise<void>
}

/**
 * Gives those that are due it 90 days of reconciliation: the files of all but the last 30 days, worked out and closed, then the files since,
 * worked out and with some of it decided. A simulator that runs already lets nobody else look into its records.
 */
export async function loadReconciliation(parts: Parts, { now, tellProvider }: Telling): Promise<void> {
  const database = openDatabase(parts.ownerUrl, { most: 2, statementMs: 60_000 })
  const loads = openDatabase(parts.ownerUrl, { most: 1, statementMs: timeouts.loadStatementMs })
  try {
    const services = servicesOf(parts)
    const isDue = async (part: ReconPart) => database.transaction(null, (tx) => tx.query<Due>(whoIsDue(part), []))
    for (const { key, slug: _, ...owner } of await isDue('recon_decided')) {
      const at = (moment: Date) => ({ database, loads, services, now: () => moment })
      /** Does a part once, in one transaction; what is worked out before it may be worked out again by the next start. */
      async function once(
        part: ReconPart,
        seed: (ctx: Ctx) => Promise<void>,
        { moment = now, isWorkedOut = false } = {},
      ) {
        if (!(await isDue(part)).some(({ merchantId }) => merchantId === owner.merchantId)) return
        const t0 = performance.now() // TMP
        if (isWorkedOut) await workOutPairs(at(moment), owner)
        const t1 = performance.now() // TMP
        await ownTransaction(at(moment), owner, { requestId: 'demo' }, async (ctx) => {
          const [still] = await ctx.tx.query(endDue(part), [owner.merchantId])
          if (still) await seed(ctx)
        })
        console.log('TMP', part, Math.round(t1 - t0), Math.round(performance.now() - t1)) // TMP
      }
      const account = accountOf(key, owner.environment, 'SIMULATOR')
      if ((await isDue('reconciliation')).length > 0) await tellProvider(flawsOfPast(account, now))
      const { dir, sftpPort: port } = parts.config.simulator
      const all = await filesOfPast(dir, account, now).catch((error: unknown) => {
        parts.log.warn({ err: error }, 'the demo has no settlement files: the simulator’s records cannot be read')
        return []
      })
      const files = filesToLoad(all, { payments: parts.config.demoPayments })
      const lastClosed = dayAfter(now.toISOString().slice(0, 10), -openDays)
      const closedAt = new Date(`${dayAfter(lastClosed, 1)}T15:00:00Z`)
      const server = { port, hostKey: (await loadHostKey(dir)).fingerprint, username: account, password: settlementPassword(parts.simulatorKeys.secretKey, account) } // prettier-ignore

      await once('reconciliation', async (ctx) => {
        await checkFees(ctx, await loadSettled(ctx, files.filter(({ closing }) => closing.day <= lastClosed))) // prettier-ignore
        await claimBack(ctx)
      })
      await once('recon_closed', closeAll, { moment: closedAt, isWorkedOut: true })
      await once('recon_open', async (ctx) => {
        await checkFees(ctx, await loadSettled(ctx, files.filter(({ closing }) => closing.day > lastClosed))) // prettier-ignore
        await seedReconIntake(ctx, server, files)
      })
      await once('recon_decided', seedDecisions, { isWorkedOut: true })
    }
  } finally {
    await Promise.all([database.close(), loads.close()])
  }
}
/** So many days are open; those before are closed. */
const openDays = 30
