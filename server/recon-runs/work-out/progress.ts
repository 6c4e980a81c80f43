import type { InTransaction } from '#server/kit/db/own-transaction.ts'

export interface RunNamed {
  msmId: number
  runNo: number
}
export type Tell = (stage: string, rows?: { done: number; all: number }) => Promise<void>

/** Says in transactions of their own how far a run is: whoever looks on sees it before the answer is there. */
export const tellOf =
  ({ transaction, signal }: { transaction: InTransaction; signal: AbortSignal }, { msmId, runNo }: RunNamed): Tell =>
  async (stage, rows) => {
    signal.throwIfAborted()
    await transaction((ctx) =>
      ctx.own
        .update('recon_runs')
        .set({ stage, ...(rows && { rows_done: rows.done, rows_all: rows.all }) })
        .where('msm_id', '=', msmId)
        .where('run_no', '=', runNo)
        .where('status', '=', 'running')
        .execute(),
    )
  }
