import type { InTransaction } from '#server/kit/db/own-transaction.ts'

/** A run was cancelled, or somebody else's word ended it. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Looks after a run from outside of its transaction: says how far it is, and ends it when it is cancelled. */
export class Watch {
  readonly signal: AbortSignal
  private readonly transaction: InTransaction
  private readonly run: { msmId: number; runNo: number }
  private readonly cancel = new AbortController()
  private readonly timer: NodeJS.Timeout
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    { transaction, signal }: { transaction: InTransaction; signal: AbortSignal },
    run: { msmId: number; runNo: number },
  ) {
    this.transaction = transaction
    this.run = run
    this.signal = AbortSignal.any([signal, this.cancel.signal])
    this.timer = setInterval(() => (this.last = this.last.then(() => this.look())), everyMs)
    this.timer.unref()
  }

  get isCancelled(): boolean {
    return this.cancel.signal.aborted
  }

  private look(): Promise<void> {
    return this.transaction(async (ctx) => {
      const { msmId, runNo } = this.run
      const found = await ctx.own
        .select('recon_runs')
        .select('status')
        .where('msm_id', '=', msmId)
        .where('run_no', '=', runNo)
        .executeTakeFirst()
      if (found?.status !== 'running' && found?.status !== 'done') this.cancel.abort(new Cancelled())
    }).catch(() => {
      // The next look finds it.
    })
  }

  /** Says in a transaction of its own how far the run is. */
  async tell(stage: string, rows?: { done: number; all: number }): Promise<void> {
    this.signal.throwIfAborted()
    const { msmId, runNo } = this.run
    await this.transaction((ctx) =>
      ctx.own
        .update('recon_runs')
        .set({ stage, ...(rows && { rows_done: rows.done, rows_all: rows.all }) })
        .where('msm_id', '=', msmId)
        .where('run_no', '=', runNo)
        .where('status', '=', 'running')
        .execute(),
    )
  }

  async end(): Promise<void> {
    clearInterval(this.timer)
    await this.last
  }
}
/** What is cancelled ends within a second. */
const everyMs = 400
