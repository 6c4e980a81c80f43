import type { Environment } from '#contract/kit/wire.ts'
import { watchDeltas } from './analytics/fold.ts'
import { watchAudits } from './audit-log/watch.ts'
import { houseOf } from './house.ts'
import { jobs } from './jobs.ts'
import { auditKeys } from './kit/audit-chain.ts'
import { openDatabase } from './kit/db.ts'
import { prepareJobs } from './kit/jobs.ts'
import { ownTransaction } from './kit/own-transaction.ts'
import { workJobs } from './kit/work-jobs.ts'
import { sweepAlways } from './kit/sweep.ts'
import { allScopes } from './ledger/verify.ts'
import { watchLedger } from './ledger/watch.ts'
import { notify } from './notifications/notify.ts'
import type { Parts } from './parts.ts'
import type { Watch } from './watch.ts'

/** Works the queues off, as one of any number of workers on the database. */
export async function startWorker(
  parts: Parts,
  { now = () => new Date(), watch }: { now?: () => Date; watch?: Pick<Watch, 'readiness'> } = {},
): Promise<{ stop(): Promise<void> }> {
  const onError = (error: Error) => parts.log.warn({ error: error.message }, 'a connection to the database was lost')
  const database = openDatabase(parts.databaseUrl, { name: 'jobs', onError })
  await prepareJobs(parts.ownerUrl, jobs, onError)
  const house = houseOf(parts)
  const working = await workJobs({
    ownerUrl: parts.ownerUrl,
    declared: jobs,
    database,
    house,
    now,
    onError,
  })
  const watching = watchLedger(database, parts.log, async ({ merchantId, environment, invariant, detail }) => {
    const owner = { merchantId, environment: environment as Environment }
    const run = { database, house, now }
    const once = `${now().toISOString().slice(0, 10)} ${invariant}: ${detail}`
    await ownTransaction(run, owner, { requestId: 'ledger-watch' }, (ctx) =>
      notify(ctx, 'ledger_alarm', { invariant }, { once }),
    )
  })
  const auditing = watchAudits({
    database,
    keys: auditKeys(house.master),
    log: parts.log,
    dataDir: parts.config.dataDir,
    now,
    onFindings: (count) => watch?.readiness.warn('audit_log', count > 0),
  })
  const folding = watchDeltas(database, parts.log)
  const sweeping = sweepAlways({
    declared: jobs,
    database,
    house,
    now,
    owners: () => database.transaction(null, allScopes, { readOnly: true }),
  })
  return {
    async stop() {
      watching.stop()
      await auditing.stop()
      await folding.stop()
      await sweeping.stop()
      await working.stop()
      await database.close()
    },
  }
}
