import type { ReconRule } from '#contract/recon-rule-shapes.ts'
import type { ReconDryRunResult } from '#contract/recon-rules.ts'
import type { Ctx, Owner, Services } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { ownTransaction, type InTransaction } from '#server/kit/db/own-transaction.ts'
import { takeHeavyTurn } from '../turn.ts'
import { applyDecisions } from './apply-decisions.ts'
import { judgeAlone } from './alone.ts'
import { workOutDue } from './due.ts'
import { judgeMatches } from './judged.ts'
import { addUpMatches } from './matched.ts'
import { compareNets } from './net-only.ts'
import { putTogether } from './outcomes.ts'
import { tellOf, type RunNamed, type Tell } from './progress.ts'
import { readRun, type Run } from './run.ts'
import { matchByRules } from './rules.ts'
import { samplesOf, shiftsOf } from './shifts.ts'
import { stage } from './stage.ts'
import { answer, store } from './store.ts'
import { digestOf, totalsOf } from './sum-up.ts'
import { createTables } from './tables.ts'

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
 * answer stands, and a failure changes nothing. The run is `running`, and `done` with the answer. Throws when the signal is aborted.
 */
export async function workOut(parts: WorkOutParts, run: RunNamed): Promise<void> {
  const tell = tellOf(parts, run)
  await inOne(parts, async (ctx) => {
    const found = await readRun(ctx, run)
    await judge(found, tell)
    await tell('keeping')
    const [totals, digest] = [await totalsOf(found), await digestOf(found)]
    const { begun, ended } = await store(found)
    await answer(found, { digest, totals, changed: Math.max(begun, ended) })
  })
}

/** What other rules would change of a pair's answer: nothing of it is kept. The run is the one whose answer is shown. */
export async function tryOut(
  parts: WorkOutParts,
  asked: { msmId: number; runNo: number; rules: readonly ReconRule[] },
): Promise<Pick<ReconDryRunResult, 'shifts' | 'samples'>> {
  let found: Pick<ReconDryRunResult, 'shifts' | 'samples'> | undefined
  try {
    await inOne(parts, async (ctx) => {
      const run = await readRun(ctx, asked, asked.rules)
      await judge(run, () => Promise.resolve())
      found = { shifts: await shiftsOf(run), samples: await samplesOf(run) }
      throw new OnlyTried()
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
  }
  if (!found) throw new Error('a dry run ended without an answer')
  return found
}
class OnlyTried extends Error {}

const inOne = (
  { loads, owner, signal, ...parts }: WorkOutParts,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<unknown> =>
  ownTransaction({ ...parts, database: loads }, owner, { requestId: 'recon-run', signal }, async (ctx) => {
    await takeHeavyTurn(ctx)
    return work(ctx)
  })

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
  await applyDecisions(run)
  await putTogether(run)
}
