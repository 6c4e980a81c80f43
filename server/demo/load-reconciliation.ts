import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Ctx, Owner, Services } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openDatabase, type Database } from '#server/kit/db/db.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import type { Parts } from '#server/parts.ts'
import type { PastEffect } from '#server/providers/simulator/past.ts'
import type { SettlementFile } from '#server/providers/simulator/settlement/files.ts'
import { settlementPassword } from '#server/providers/simulator/settlement/credentials.ts'
import { loadHostKey } from '#server/providers/simulator/settlement/host-key.ts'
import { filesOfPast } from '#server/providers/simulator/settlement/past-files.ts'
import { servicesOf } from '#server/services.ts'
import { endDue, isDue, whoIsDue, type Due, type ReconPart } from './due.ts'
import { accountOf } from './history.ts'
import { closeAll, closeClosings } from './recon-closings.ts'
import { seedDecisions } from './recon-decisions.ts'
import { checkFees, claimBack } from './recon-fees.ts'
import { seedReconIntake } from './recon-intake.ts'
import { workOutPairs } from './recon-runs.ts'
import { filesToLoad, loadByMistake, loadSettled } from './reconciliation.ts'
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
export async function loadReconciliation(parts: Parts, telling: Telling): Promise<void> {
  const database = openDatabase(parts.ownerUrl, { most: 2, statementMs: 60_000 })
  const loads = openDatabase(parts.ownerUrl, { most: 1, statementMs: timeouts.loadStatementMs })
  try {
    const run = { database, loads, services: servicesOf(parts) }
    const due = await database.transaction(null, (tx) => tx.query<Due>(whoIsDue('recon_decided'), []))
    for (const { key, slug: _, ...owner } of due) {
      const account = accountOf(key, owner.environment, 'SIMULATOR')
      // The provider is told once of what is wrong with its files.
      const [isNew] = await database.transaction(null, (tx) => tx.query(isDue('reconciliation'), [owner.merchantId]))
      if (isNew) await telling.tellProvider(flawsOfPast(account, telling.now))
      await seedParts(partsOf(run, owner), await settledBy(parts, account, telling.now), telling.now)
    }
  } finally {
    await Promise.all([database.close(), loads.close()])
  }
}

/** The provider's files for an account, and its server. */
async function settledBy(parts: Parts, account: string, now: Date) {
  const { dir, sftpPort: port } = parts.config.simulator
  const files = await filesOfPast(dir, account, now).catch((error: unknown) => {
    parts.log.warn({ err: error }, 'the demo has no settlement files: the simulator’s records cannot be read')
    return []
  })
  const password = settlementPassword(parts.simulatorKeys.secretKey, account)
  const server = { port, hostKey: (await loadHostKey(dir)).fingerprint, username: account, password }
  return { server, files: filesToLoad(files, { payments: parts.config.demoPayments, from: daysBefore(now, firstOf) }) }
}

async function seedParts(once: Once, { server, files }: Awaited<ReturnType<typeof settledBy>>, now: Date) {
  const lastClosed = daysBefore(now, lastClosedOf)
  const closedAt = new Date(`${dayAfter(lastClosed, 1)}T15:00:00Z`)
  const [before, since] = [true, false].map((isClosed) => files.filter(({ closing }) => closing.day <= lastClosed === isClosed)) as [SettlementFile[], SettlementFile[]] // prettier-ignore

  await once('reconciliation', { at: now }, async (ctx) => {
    await checkFees(ctx, await loadSettled(ctx, before))
    await claimBack(ctx)
    // What was sold earlier was settled before anybody reconciled it.
    await ctx.own
      .update('recon_pairs')
      .set({ open_from: daysBefore(now, firstOf) })
      .execute()
  })
  await once('recon_closed', { at: closedAt, workedOutAt: closedAt }, closeAll)
  await once('recon_open', { at: now }, async (ctx) => {
    await closeClosings(ctx)
    await checkFees(ctx, await loadSettled(ctx, since))
    await loadByMistake(ctx)
    await seedReconIntake(ctx, server, files)
  })
  // A minute after the last of the bank's statements has come.
  const lastRun = new Date(Math.min(now.getTime(), (files.at(-1)?.at ?? now).getTime() + 7_260_000))
  await once('recon_decided', { at: now, workedOutAt: lastRun }, (ctx) => seedDecisions(ctx, lastRun))
}
/** So many days ago are the first that is reconciled, and the last that is closed. */
const [firstOf, lastClosedOf] = [90, 31]
const daysBefore = (now: Date, days: number): string => dayAfter(now.toISOString().slice(0, 10), -days)

type Once = ReturnType<typeof partsOf>
/** Does each part once, in one transaction. What is worked out before it may be worked out again after a start that was killed. */
const partsOf =
  (run: { database: Database; loads: Database; services: Services }, owner: Owner) =>
  async (part: ReconPart, { at, workedOutAt }: { at: Date; workedOutAt?: Date }, seed: (ctx: Ctx) => Promise<void>) => {
    const [due] = await run.database.transaction(null, (tx) => tx.query(isDue(part), [owner.merchantId]))
    if (!due) return
    if (workedOutAt) await workOutPairs({ ...run, now: () => workedOutAt }, owner)
    await ownTransaction({ ...run, now: () => at }, owner, { requestId: 'demo' }, async (ctx) => {
      const [still] = await ctx.tx.query(endDue(part), [owner.merchantId])
      if (still) await seed(ctx)
    })
  }
