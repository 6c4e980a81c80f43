import type { ReconFileStage } from '#contract/recon-file-states.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { noteProgress } from '../queries.ts'

/** Says in transactions of its own how far a file is: at once, then twice a second. */
export class Progress {
  private toldAt = Number.NEGATIVE_INFINITY
  private telling: Promise<void> = Promise.resolve()
  private readonly parts: { transaction: InTransaction; now: () => Date }
  private readonly reconId: string
  constructor(parts: { transaction: InTransaction; now: () => Date }, { recon_id }: { recon_id: string }) {
    this.parts = parts
    this.reconId = recon_id
  }

  tell({ stage, rows, read }: { stage: ReconFileStage; rows: number; read: number }): Promise<void> {
    const now = performance.now()
    if (now - this.toldAt < everyMs && stage === 'reading') return this.telling
    this.toldAt = now
    this.telling = this.telling.then(() =>
      this.parts
        .transaction(async (ctx) => noteProgress(ctx, this.reconId, { stage, rows, bytes: read }))
        // Whoever looks on sees the next one.
        .catch(() => {}),
    )
    return this.telling
  }
  /** Nothing is written any more. */
  settled(): Promise<void> {
    return this.telling
  }
}
const everyMs = 500
