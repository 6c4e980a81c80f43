import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import type { Owner, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { judgeAlone } from './alone.ts'
import { workOutDue } from './due.ts'
import { judgeMatches } from './judged.ts'
import { addUpMatches } from './matched.ts'
import { compareNets } from './net-only.ts'
import { putTogether } from './outcomes.ts'
import { readRun, type Run } from './run.ts'
import { matchByRules } from './rules.ts'
import { stage } from './stage.ts'
import { answer, store } from './store.ts'
import { digestOf, totalsOf, type RunTotal } from './sum-up.ts'
import { createTables } from './tables.ts'
import { Cancelled, Watch } from './watch.ts'

export interface WorkOutParts {
  transaction: InTransaction
  loads: Database
  services: Services
  now: () => Date
  owner: Owner
  signal: AbortSignal
}

/**
 * Works out what became of each open record of a pair, and makes it the pair's answer, in one transaction: until it is done the former
 * answer stands, and a failure or a cancelled run changes nothing. The run is `running`; it is `done` with the answer.
 */
export async function workOut(parts: WorkOutParts, run: { msmId: number; runNo: number }): Promise<'done' | 'cancelled'> {
  const watch = new Watch(parts, run)
  try {
    await inOne(parts, watch.signal, async (ctx) => {
      const found = await readRun(ctx, run)
      await judge(found, (stageName, rows) => watch.tell(stageName, rows))
      await watch.tell('keeping')
      const [totals, digest] = [await totalsOf(found), await digestOf(found)]
      const { begun, ended } = await store(found)
      await answer(found, { digest, totals, changed: Math.max(begun, ended) })
    })
    return 'done'
  } catch (error) {
    if (watch.isCancelled || error instanceof Cancelled) return 'cancelled'
    throw error
  } finally {
    await watch.end()
  }
} // prettier-ignore

/** What a pair would come to by other rules. Nothing is changed. */
export async function tryOut(
  parts: WorkOutParts,
  asked: { msmId: number; runNo: number; rules: readonly ReconRule[] },
): Promise<{ totals: RunTotal[]; changes: Changed[] }> {
  let found: { totals: RunTotal[]; changes: Changed[] } | undefined
  try {
    await inOne(parts, parts.signal, async (ctx) => {
      const run = await readRun(ctx, asked, asked.rules)
      await judge(run, () => Promise.resolve())
      found = { totals: await totalsOf(run), changes: await changesOf(run) }
      throw new OnlyTried()
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
  }
  if (!found) throw new Error('a dry run ended without an answer')
  return found
}
class OnlyTried extends Error {}

const inOne = (parts: WorkOutParts, signal: AbortSignal, work: Parameters<InTransaction>[0]): Promise<unknown> =>
  ownTransaction(
    { database: parts.loads, services: parts.services, now: parts.now },
    parts.owner,
    { requestId: 'recon-run', signal },
    work,
  )

type Tell = (stageName: string, rows?: { done: number; all: number }) => Promise<void>

/** From records to outcomes, all in tables of this transaction alone. */
async function judge(run: Run, tell: Tell): Promise<void> {
  await tell('staging')
  await createTables(run)
  const all = await stage(run)
  await tell('matching', { done: 0, all })
  await matchByRules(run, (ruleKey) => tell(`matching:${ruleKey}`))
  await tell('judging', { done: all, all })
  await workOutDue(run)
  await addUpMatches(run)
  await compareNets(run)
  await judgeMatches(run)
  await judgeAlone(run)
  await putTogether(run)
}

/** How many records of one status would have another. */
export interface Changed {
  from: string
  to: string
  count: number
}
const changesOf = ({ ctx, msmId }: Run): Promise<Changed[]> =>
  ctx.tx.query<Changed & object>(
    `select coalesce(o.status, '') as from, coalesce(w.status, '') as to, count(*)::integer as count
     from work_outcomes w
       full join (select side, key, status from recon_outcomes where merchant_id = $1 and environment = $2 and msm_id = $3
         and until_run = 2147483647 and settlement_id is null) o on o.side = w.side and o.key = w.key
     where o.status is distinct from w.status group by 1, 2 order by 1, 2`,
    [ctx.owner.merchantId, ctx.owner.environment, msmId],
  )
