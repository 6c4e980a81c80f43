import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { InputFault } from '#server/kit/files/stream-apart.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { loadFile, type Loaded, type LoadParts } from './load/load-file.ts'
import { tell } from './load/tell.ts'
import { withdrawRecords, type Withdrawn } from './load/withdraw.ts'
import { dropParts } from './parts.ts'
import { recordsChanged } from './records-changed.ts'
import { changeFile, findFile, listOutlived, listUnderWay, type FoundFile } from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, reconId: z.uuid() })
type Data = z.infer<typeof data>

/**
 * Reads a file, or withdraws one. All that is loaded of a file appears in one commit: a worker that dies leaves nothing, and the
 * next one reads the stored file anew.
 */
export const readReconFile: Job<Data> = {
  kind: 'effect',
  name: 'read-recon-file',
  data,
  parallel: 2,
  longestSeconds: 3_600,
  overdue: { key: 'reconId', list: listUnderWay },
  async run({ transaction, loads, services, now }, { reconId, merchantId, environment: mode }) {
    const parts: LoadParts = { transaction, loads, services, now, owner: { merchantId, environment: mode } }
    const file = await transaction((ctx) => beginTry(ctx, reconId))
    if (!file) return
    const { ended, copy } =
      file.stage === 'withdrawing' ? await withdrawn(parts, file) : { ended: await read(parts, file), copy: null }
    if (copy !== null) {
      await transaction(async (ctx) => ctx.enqueue(readReconFile, { reconId: copy }))
      return
    }
    if (ended !== 'busy') {
      await transaction(async (ctx) => ctx.enqueue(recordsChanged, { reconId }))
      return
    }
    await transaction(async (ctx) =>
      ctx.enqueue(readReconFile, { reconId }, { after: new Date(ctx.now.getTime() + turnMs) }),
    )
  },
}
const turnMs = 2_000

/** The file, if there is something to do with it. */
async function beginTry(ctx: Ctx, reconId: string): Promise<FoundFile | null> {
  const file = await findFile(ctx, reconId, { lock: true })
  if (file?.status !== 'Initiated') return file?.stage === 'withdrawing' ? file : null
  await changeFile(ctx, reconId, ['Initiated'], {
    stage: 'reading',
    tries: file.tries + 1,
    rows_read: 0,
    bytes_read: 0n,
  })
  return { ...file, tries: file.tries + 1 }
}

async function read(parts: LoadParts, file: FoundFile): Promise<Loaded> {
  try {
    const ended = await loadFile(parts, file, 'records')
    return ended === 'rejected' ? await loadFile(parts, file, 'outcomes') : ended
  } catch (error) {
    // A confined process that fails does so again; the database and the disk may be better next time.
    const isUnreadable = error instanceof Error && error.message.startsWith('a child that reads a file ended')
    if (!isUnreadable && file.tries < triesMost) throw error
    const reason = isUnreadable ? 'unreadable_file' : 'could_not_load'
    parts.services.log.warn({ err: error, recon_id: file.recon_id }, 'a file of reconciliation was not loaded')
    await parts.transaction((ctx) => fail(ctx, file, error instanceof InputFault ? 'could_not_load' : reason))
    return 'ended'
  }
}
const triesMost = 5

/** What was read of it before stays as it is. */
async function fail(ctx: Ctx, { recon_id, original_file_name, data_source, created_by }: FoundFile, reason: string) {
  const failed = { status: 'Ingestion Failed', stage: '', reason, finished_at: ctx.now, tries: 0 } as const
  if (!(await changeFile(ctx, recon_id, ['Initiated'], failed))) return
  const changes = madeAs({ file_name: original_file_name, data_source, created_by, status: failed.status, reason })
  writeAudit(ctx, { action: 'recon-file.load', objectRef: recon_id, result: 'done', changes })
  await tell(ctx, 'recon_file_failed', { recon_id, original_file_name, data_source })
}

const withdrawn = ({ loads, services, now, owner }: LoadParts, { recon_id }: FoundFile): Promise<Withdrawn> =>
  ownTransaction({ database: loads, services, now }, owner, { requestId: `recon-file:${recon_id}` }, (ctx) =>
    withdrawRecords(ctx, recon_id),
  )

/** Deletes originals that have been kept long enough. What was read of them stays. */
export const forgetReconOriginal: Job<Data> = {
  kind: 'effect',
  name: 'forget-recon-original',
  data,
  overdue: { key: 'reconId', list: (ctx) => listOutlived(ctx, keptSince(ctx)) },
  async run({ transaction }, { reconId }) {
    const isOver = await transaction(async (ctx) => {
      const file = await findFile(ctx, reconId)
      return file !== undefined && file.created_at < keptSince(ctx) && file.status !== 'Initiated'
    })
    if (!isOver) return
    while (await transaction((ctx) => dropParts(ctx, reconId)));
    await transaction((ctx) =>
      changeFile(ctx, reconId, ['Uploaded', 'Success', 'Validation Failed', 'Ingestion Failed'], { parts: 0 }),
    )
  },
}
/** Years of 365 days and a quarter. */
const keptSince = ({ now, services }: Pick<Ctx, 'now' | 'services'>) =>
  new Date(now.getTime() - services.reconKeepYears * 365.25 * 86_400_000)
