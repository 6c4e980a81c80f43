import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { changeRunning, type RunTry } from './queries.ts'

/**
 * Does a run's work, and says twice a second that it is worked at. Its signal is aborted when the job is to stop, and when the run is
 * not to be worked at any more, since somebody has cancelled it or another worker has taken it over.
 */
export async function watched<T>(
  { transaction, signal }: { transaction: InTransaction; signal: AbortSignal },
  run: RunTry,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const beat = async () => {
    const isOn = await transaction(async (ctx) => changeRunning(ctx, run, { alive_at: ctx.realNow }, { isTold: false }))
    if (!isOn) ended.abort(new Error('the run was ended'))
  }
  // A database that does not answer for a moment is asked again by the next beat.
  const timer = setInterval(() => void beat().catch(() => {}), everyMs)
  try {
    return await work(AbortSignal.any([signal, ended.signal]))
  } finally {
    clearInterval(timer)
  }
}
const everyMs = 500
