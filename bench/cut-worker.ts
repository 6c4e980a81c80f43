import { rateOf, sameCurrency } from '#contract/exchange-rates.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { cut } from '#server/remittances/cut.ts'
import { lockRemittance } from '#server/remittances/rows.ts'
import { findTerms } from '#server/remittances/terms.ts'
import { servicesOf } from '#server/services.ts'
import { cutByHand } from './cut-by-hand.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** Cuts the settlement as the worker does once it knows the rates, or by hand, and says how long it took. */
const { ownerUrl, merchantId } = taskOf<{ ownerUrl: string; merchantId: string }>()
const parts = await partsOf(ownerUrl)
// With the time that the job of a cut has.
const database = openDatabase(parts.databaseUrl, { name: 'jobs', statementMs: timeouts.loadStatementMs })
const running = { database, services: servicesOf(parts), now: () => new Date() }
const sourceRate = '0.0066525'

serveQuestions<{ byHand: boolean }>(
  null,
  async ({ byHand }) => {
    const began = performance.now()
    if (byHand) await cutByHand(ownerUrl, { merchantId, rate: sourceRate })
    else await cutOnce()
    return { seconds: (performance.now() - began) / 1_000 }
  },
  { atEnd: () => database.close() },
)

const cutOnce = (): Promise<void> =>
  ownTransaction(running, { merchantId, environment: 'sandbox' }, { requestId: 'bench' }, async (ctx) => {
    const [open, terms] = [await lockRemittance(ctx, 'CUT'), await findTerms(ctx)]
    if (!open || !terms) throw new Error('nothing is open')
    const source = { rate: rateOf(sourceRate) ?? sameCurrency, quoteRef: '', of: 'bench', at: ctx.now, expiresAt: null }
    const outcome = await cut(ctx, open, terms, { source, destination: rateOf('1378.72875') ?? sameCurrency })
    if (outcome !== 'cut') throw new Error(outcome)
  })
