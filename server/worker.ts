import type { Environment } from '#contract/kit/wire.ts'
import { watchDeltas } from './rollups/roll-up-deltas.ts'
import { watchAudits } from './audit-log/watch.ts'
import { servicesOf } from './services.ts'
import { jobs } from './jobs.ts'
import { auditKeys } from './kit/audit/audit-chain.ts'
import { openDatabase } from './kit/db/db.ts'
import { prepareJobs } from './kit/jobs/jobs.ts'
import { ownTransaction } from './kit/db/own-transaction.ts'
import { workJobs } from './kit/jobs/work-jobs.ts'
import { sweepAlways } from './kit/jobs/sweep.ts'
import { allScopes } from './ledger/verify.ts'
import { freezePayouts } from './ledger/freeze-payouts.ts'
import { watchLedger } from './ledger/watch.ts'
import { holdFound } from './remittances/hold-found.ts'
import { watchRemittances } from './remittances/watch.ts'
import { watchRecon } from './settlements/watch.ts'
import { notify } from './notifications/notify.ts'
import { tellChanges } from './notifications/tell-changes.ts'
import { timeouts } from './kit/timeouts.ts'
import type { Parts } from './parts.ts'
import type { Watch } from './watch.ts'

/** Starts a worker on all queues; any number of workers may share the database. */
export async function startWorker(
  parts: Parts,
  { now = () => new Date(), watch }: { now?: () => Date; watch?: Pick<Watch, 'readiness'> } = {},
): Promise<{ stop(): Promise<void> }> {
  const onError = (error: Error) => parts.log.warn({ error: error.message }, 'a connection to the database was lost')
  // Before anything is opened: a start that waits for its database tries this again.
  await prepareJobs(parts.ownerUrl, jobs, onError)
  const database = openDatabase(parts.databaseUrl, { name: 'jobs', onError })
  const exports = openDatabase(parts.databaseUrl, {
    name: 'prepared exports',
    onError,
    most: 2,
    statementMs: timeouts.exportStatementMs,
  })
  const loads = openDatabase(parts.databaseUrl, {
    name: 'loads of files',
    onError,
    most: loadsAtOnce,
    statementMs: timeouts.loadStatementMs,
  })
  const services = servicesOf(parts)
  const telling = tellChanges(database, services.changes, parts.log)
  const working = await workJobs({
    ownerUrl: parts.ownerUrl,
    declared: jobs,
    database,
    exports,
    loads,
    services,
    now,
    onError,
  })
  // The books of a large merchant take longer than any request may, and a finding stops their payouts.
  const books = openDatabase(parts.databaseUrl, {
    name: 'ledger checks',
    onError,
    most: 1,
    statementMs: timeouts.exportStatementMs,
  })
  const watching = watchLedger(books, parts.log, async (finding) => {
    const { merchantId, environment, invariant, detail } = finding
    const owner = { merchantId, environment: environment as Environment }
    const run = { database, services, now }
    const once = `${now().toISOString().slice(0, 10)} ${invariant}: ${detail}`
    await ownTransaction(run, owner, { requestId: 'ledger-watch' }, async (ctx) => {
      await freezePayouts(ctx, finding)
      await notify(ctx, 'ledger_alarm', { invariant }, { once })
    })
  })
  const watchingRecon = watchRecon(books, parts.log, async ({ merchantId, environment, invariant, detail }) => {
    const owner = { merchantId, environment: environment as Environment }
    const once = `${now().toISOString().slice(0, 10)} ${invariant}: ${detail}`
    await ownTransaction({ database, services, now }, owner, { requestId: 'recon-watch' }, (ctx) =>
      notify(ctx, 'ledger_alarm', { invariant }, { once }),
    )
  })
  const watchingRemittances = watchRemittances(books, parts.log, async (finding) => {
    const { merchantId, environment, invariant, detail } = finding
    const owner = { merchantId, environment: environment as Environment }
    const once = `${now().toISOString().slice(0, 10)} ${invariant}: ${detail}`
    await ownTransaction({ database, services, now }, owner, { requestId: 'remittance-watch' }, async (ctx) => {
      await holdFound(ctx, finding)
      await notify(ctx, 'ledger_alarm', { invariant }, { once })
    })
  })
  const auditing = watchAudits({
    database,
    keys: auditKeys(services.master),
    log: parts.log,
    dataDir: parts.config.dataDir,
    now,
    onFindings: (count) => watch?.readiness.warn('audit_log', count > 0),
  })
  const rollingUp = watchDeltas(database, parts.log)
  const sweeping = sweepAlways({
    declared: jobs,
    database,
    services,
    now,
    owners: () => database.transaction(null, allScopes, { readOnly: true }),
  })
  return {
    async stop() {
      await watching.stop()
      await watchingRecon.stop()
      await watchingRemittances.stop()
      await auditing.stop()
      await rollingUp.stop()
      await sweeping.stop()
      await working.stop()
      await telling.stop()
      await database.close()
      await exports.close()
      await loads.close()
      await books.close()
    },
  }
}

/** Files that one worker loads at the same time. */
const loadsAtOnce = 2
