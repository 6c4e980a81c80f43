import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { workOut } from '#server/recon-runs/work-out/work-out.ts'
import { servicesOf } from '#server/services.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** Works out a pair as a worker does, and says how long it took and when it first said how far it is. */
const { ownerUrl, merchantId } = taskOf<{ ownerUrl: string; merchantId: string }>()
const parts = await partsOf(ownerUrl)
const database = openDatabase(parts.databaseUrl, { name: 'jobs' })
const loads = openDatabase(parts.databaseUrl, {
  name: 'loads of files',
  most: 1,
  statementMs: timeouts.loadStatementMs,
})
const services = servicesOf(parts)
const owner = { merchantId, environment: 'sandbox' } as const
const now = () => new Date()

serveQuestions<{ msmId: number; runNo: number }>(
  null,
  async (run) => {
    const began = performance.now()
    let firstMs = 0
    const transaction: InTransaction = async (work) => {
      const done = await ownTransaction({ database, services, now }, owner, { requestId: 'bench' }, work)
      firstMs ||= performance.now() - began
      return done
    }
    await workOut({ transaction, loads, services, now, owner, signal: new AbortController().signal }, run)
    return { seconds: (performance.now() - began) / 1_000, firstMs }
  },
  {
    async atEnd() {
      await database.close()
      await loads.close()
    },
  },
) // prettier-ignore
