import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { allowLonger } from '#server/kit/db/longer-transaction.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { finishUpload, isCsv } from './finish.ts'
import { loadSheet } from './load.ts'
import { deleteParts, deleteUpload, findUpload, keptParts, listOver, listUnderWay, takeTurn } from './queries.ts'
import { sheetLines } from './sheet-lines.ts'

const data = z.object({ merchantId: z.uuid(), environment, uploadId: z.uuid() })
type Data = z.infer<typeof data>

/** Loads a large sheet in one transaction: whatever dies meanwhile, all of its valid rows are there or none. */
export const readThirdPartySheet: Job<Data> = {
  kind: 'effect',
  name: 'read-third-party-sheet',
  data,
  parallel: 1,
  overdue: {
    key: 'uploadId',
    list: async (ctx, since) => (await listUnderWay(ctx, since)).map((uploadId) => ({ uploadId })),
  },
  run: ({ transaction }, { uploadId }) => transaction((ctx) => readKept(ctx, uploadId)),
}

async function readKept(ctx: Ctx, uploadId: string): Promise<void> {
  await allowLonger(ctx.tx, transactionSeconds)
  if (!(await takeTurn(ctx, { wait: false }))) {
    ctx.enqueue(readThirdPartySheet, { uploadId }, { after: new Date(ctx.now.getTime() + turnMs) })
    return
  }
  const upload = await findUpload(ctx, uploadId, { lock: true })
  if (upload?.state !== 'reading') return
  const { source, mapping, file_name, dry_run, created_by } = upload
  const lines = sheetLines({ isCsv: isCsv(file_name), source, mapping }, keptParts(ctx, uploadId))
  const ending = await loadSheet(ctx, { uploadId, source, dryRun: dry_run }, lines)
  await finishUpload(ctx, { uploadId, source, mapping }, ending)
  await deleteParts(ctx, uploadId)
  const { state: status, rows, valid, duplicates, errors } = ending
  const changes = madeAs({ status, file_name, rows, valid, duplicates, errors, created_by })
  writeAudit(ctx, { action: 'third-party.load', objectRef: uploadId, result: 'done', changes })
}
/** A hundred thousand rows take several seconds, most of them in the insert and its indexes; on a busy machine many times that. */
const transactionSeconds = 90
const turnMs = 2_000

/** Deletes some days later what a sheet said of which nothing was loaded. */
export const forgetThirdPartyUpload: Job<Data> = job<Data>({
  name: 'forget-third-party-upload',
  data,
  overdue: {
    key: 'uploadId',
    list: async (ctx) => (await listOver(ctx, keptSince(ctx.now))).map((uploadId) => ({ uploadId })),
  },
  async work(ctx, { uploadId }) {
    const upload = await findUpload(ctx, uploadId, { lock: true })
    const over = upload && (upload.state === 'checked' || upload.state === 'refused')
    if (over && upload.created_at < keptSince(ctx.now)) await deleteUpload(ctx, uploadId)
  },
})
const keptSince = (now: Date) => new Date(now.getTime() - limits.thirdPartyCheckDays * 86_400_000)
