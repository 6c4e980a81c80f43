import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import type { Parts } from '#server/parts.ts'
import type { PastEffect } from '#server/providers/simulator/past.ts'
import { settlementPassword } from '#server/providers/simulator/settlement/credentials.ts'
import { loadHostKey } from '#server/providers/simulator/settlement/host-key.ts'
import { filesOfPast } from '#server/providers/simulator/settlement/past-files.ts'
import { servicesOf } from '#server/services.ts'
import { endDue, whoIsDue, type Due } from './due.ts'
import { accountOf } from './history.ts'
import { seedReconciliation } from './reconciliation.ts'
import { flawsOfPast } from './settled.ts'

/** What parts of the demo need that happened at the provider too. */
export interface Telling {
  now: Date
  tellProvider: (effects: readonly PastEffect[]) => Promise<void>
}

/** Loads the provider's files of those that are due them. A simulator that runs already lets nobody else look into its records. */
export async function loadReconciliation(parts: Parts, { now, tellProvider }: Telling): Promise<void> {
  const database = openDatabase(parts.ownerUrl, { most: 1, statementMs: 60_000 })
  try {
    const run = { database, services: servicesOf(parts), now: () => now }
    const due = await database.transaction(null, (tx) => tx.query<Due>(whoIsDue('reconciliation'), []))
    for (const { key, slug: _, ...owner } of due) {
      const account = accountOf(key, owner.environment, 'SIMULATOR')
      await tellProvider(flawsOfPast(account, now))
      const files = await filesOfPast(parts.config.simulator.dir, account, now).catch((error: unknown) => {
        parts.log.warn({ err: error }, 'the demo has no settlement files: the simulator’s records cannot be read')
        return []
      })
      const { dir, sftpPort: port } = parts.config.simulator
      const password = settlementPassword(parts.simulatorKeys.secretKey, account)
      const server = { port, hostKey: (await loadHostKey(dir)).fingerprint, username: account, password }
      await ownTransaction(run, owner, { requestId: 'demo' }, async (ctx) => {
        const [still] = await ctx.tx.query(endDue('reconciliation'), [owner.merchantId])
        if (still) await seedReconciliation(ctx, { files, server, payments: parts.config.demoPayments })
      })
    }
  } finally {
    await database.close()
  }
}
