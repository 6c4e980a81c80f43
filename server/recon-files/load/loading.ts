import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeFile, findFile, type FileChanges, type FoundFile } from '../queries.ts'
import {
  compareTouched,
  countBuckets,
  createTouched,
  hasOthers,
  restateReading,
  takeOut,
  touchRepeated,
} from './compare.ts'
import type { EndFrame, RefusedFrame } from './frames.ts'
import { proofOf } from './proof-of.ts'
import { tell } from './tell.ts'
import { insertProofs, insertRecords, markTwice, type Bringer } from './records.ts'

/** One reading of a file, in the transaction that loads it. */
export class Loading {
  private readonly ctx: Ctx
  private readonly file: FoundFile
  private readonly want: 'records' | 'outcomes'
  private readonly isFirst: boolean
  readonly bringer: Bringer

  private constructor(ctx: Ctx, file: FoundFile, want: 'records' | 'outcomes', isFirst: boolean) {
    this.ctx = ctx
    this.file = file
    this.want = want
    this.isFirst = isFirst
    this.bringer = bringerOf(file, file.reading + 1)
  }

  /**
   * What the file itself has brought before is taken out of count first: of a file that is refused nothing counts. Once it is loaded, that
   * of the file that it replaces too.
   */
  static async begin(ctx: Ctx, file: FoundFile, want: 'records' | 'outcomes'): Promise<Loading> {
    await createTouched(ctx)
    if (file.reading > 0) await takeOut(ctx, bringerOf(file, file.reading), 'superseded')
    if (want === 'records') {
      const replaced = file.replaces === null ? undefined : await findFile(ctx, file.replaces)
      if (replaced) await takeOut(ctx, bringerOf(replaced, replaced.reading), 'withdrawn')
    }
    return new Loading(ctx, file, want, !(await hasOthers(ctx, bringerOf(file, file.reading))))
  }

  records(lines: readonly Buffer[]): Promise<void> {
    return insertRecords(this.ctx, this.bringer, { lines, isFirst: this.isFirst })
  }

  /** All rows are there: compares them with those of other files, and says what became of the file. */
  async end(said: EndFrame): Promise<void> {
    const { ctx, bringer, file } = this
    await insertProofs(ctx, bringer, said.proofs)
    const isLoaded = this.want === 'records'
    if (isLoaded && said.twice > 0) await markTwice(ctx, bringer)
    const ignored = Object.values(said.ignored).reduce((sum, count) => sum + count, 0)
    const read = isLoaded
      ? { ...(await countBuckets(ctx, bringer)), held: 0 }
      : { loaded: 0, repeated: 0, restated: 0, held: said.records }
    await this.change({
      status: isLoaded ? 'Success' : 'Validation Failed',
      reason: isLoaded ? '' : 'rows_rejected',
      reason_params: isLoaded ? '{}' : JSON.stringify({ count: said.rejected }),
      format: said.format,
      titles: JSON.stringify(said.titles),
      new_titles: JSON.stringify(said.newTitles),
      digits_lost: JSON.stringify(said.digitsLost),
      mapped: JSON.stringify(said.mapped),
      ignored_by: JSON.stringify(said.ignored),
      proof: JSON.stringify(proofOf(said.proofs)),
      period_from: said.period?.from ?? null,
      period_to: said.period?.to ?? null,
      rows: said.records + ignored + said.rejected,
      rows_read: said.rows,
      ignored,
      rejected: said.rejected,
      ...read,
    })
    if (isLoaded) await this.compare()
    else await compareTouched(ctx)
    const { loaded, repeated, restated, rejected, status } = (await findFile(ctx, file.recon_id)) ?? file
    this.audit({ status, rows: said.rows, loaded, repeated, restated, ignored, rejected })
    if (!isLoaded) await tell(ctx, 'recon_file_failed', file)
    else if (said.proofs.some(({ state }) => state === 'unproven')) await tell(ctx, 'recon_file_unproven', file)
  }

  private async compare(): Promise<void> {
    const { ctx, bringer, file } = this
    if (!this.isFirst) await touchRepeated(ctx, bringer)
    const replaced = file.replaces === null ? undefined : await findFile(ctx, file.replaces)
    if (replaced)
      await changeFile(ctx, replaced.recon_id, ['Success', 'Ingestion Failed'], {
        withdrawn_at: ctx.now,
        withdrawn_by: replaced.withdrawn_by || file.created_by,
        stage: '',
        replaced_by: file.recon_id,
      })
    await compareTouched(ctx)
    if (file.reading === 0) return
    await restateReading(ctx, bringer, file.reading)
    await changeFile(ctx, file.recon_id, ['Success'], await countBuckets(ctx, bringer))
  }

  /** The file as a whole is none that can be read so. */
  async refuse({ reason, params, missing }: RefusedFrame): Promise<void> {
    const nearest = missing.map(({ header, nearest: found }) => (found ? `${header} (${found})` : header)).join(', ')
    await this.change({
      status: 'Validation Failed',
      reason,
      reason_params: JSON.stringify({ ...params, ...(nearest && { nearest }) }),
      ...noRows,
    })
    await compareTouched(this.ctx)
    this.audit({ status: 'Validation Failed', reason })
    await tell(this.ctx, 'recon_file_failed', this.file)
  }

  private async change(changes: FileChanges): Promise<void> {
    const { ctx, file, bringer } = this
    const ended = { stage: '', reading: bringer.reading, tries: 0, finished_at: ctx.now } as const
    if (!(await changeFile(ctx, file.recon_id, ['Initiated'], { ...changes, ...ended })))
      throw new Error(`the file ${file.recon_id} is not being read any more`)
  }

  private audit(about: Record<string, string | number>): void {
    const { original_file_name, data_source, created_by } = this.file
    const changes = madeAs({ file_name: original_file_name, data_source, created_by, ...about })
    writeAudit(this.ctx, { action: 'recon-file.load', objectRef: this.file.recon_id, result: 'done', changes })
  }
}

/** The counts of a file without rows. */
export const noRows = { rows: 0, loaded: 0, repeated: 0, restated: 0, ignored: 0, rejected: 0, held: 0 }

export const bringerOf = (file: Pick<FoundFile, 'recon_id' | 'file_no' | 'data_source'>, reading: number): Bringer => ({
  reconId: file.recon_id,
  fileNo: file.file_no,
  dataSource: file.data_source,
  reading,
})
