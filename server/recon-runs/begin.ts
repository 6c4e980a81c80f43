import type { Ctx } from '#server/kit/ctx.ts'
import { factsOfNow } from './ask.ts'
import { actOnRun, changeRunning, findRun, listOpen, lockPair, type FoundRun } from './queries.ts'
import { isHeavyTurnTaken } from './turn.ts'

/**
 * The run of a pair that a worker goes on with: one whose worker has gone, from its beginning, else the one that waits. It is for the day
 * on which it begins. `busy` while another is worked at; null when there is nothing to do.
 */
export async function beginRun(ctx: Ctx, msmId: number): Promise<FoundRun | 'busy' | null> {
  const pair = await lockPair(ctx, msmId)
  if (!pair) return null
  const open = await listOpen(ctx, msmId)
  const left = open.find(({ status }) => status === 'running')
  const run = left ?? open[0]
  if (!run) return null
  if ((left && isWorkedAt(left, ctx.realNow)) || (await isHeavyTurnTaken(ctx))) return 'busy'
  const anew = { stage: 'staging', rows_done: 0, rows_all: 0, tries: run.tries + 1, alive_at: ctx.realNow }
  if (left) await changeRunning(ctx, left, anew)
  else await actOnRun(ctx, run, 'begin', { ...anew, ...(await factsOfNow(ctx, pair)), begun_at: ctx.now })
  return (await findRun(ctx, run.run_id)) ?? null
}

const isWorkedAt = ({ alive_at: alive }: FoundRun, now: Date): boolean =>
  alive !== null && now.getTime() - alive.getTime() < goneAfterMs
/** A worker says twice a second that it is there. */
const goneAfterMs = 10_000
