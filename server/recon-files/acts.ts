import type * as contract from '#contract/recon-files.ts'
import { Fault } from '#contract/faults.ts'
import type { ReconFileState } from '#contract/recon-file-states.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { beginFile } from './begin.ts'
import { readReconFile } from './jobs.ts'
import {
  changeFile,
  findFile,
  findReplacing,
  findSame,
  takeFileTurn,
  type FileChanges,
  type FoundFile,
} from './queries.ts'
import { readingFor } from './reading-for.ts'
import { existingFile, shownFile } from './show.ts'

type Acts = 'loadGoodRows' | 'tryReconFileAgain' | 'withdrawReconFile' | 'replaceReconFile' | 'readReconFileAgain'

/** What people do with a file that has come. */
export const acts: Pick<Handlers<typeof contract>, Acts> = {
  loadGoodRows: (ctx, { path }) =>
    act(ctx, path.recon_id, async (file) => {
      if (file.reason !== 'rows_rejected') throw new Fault('wrongState', { why: 'no row was rejected' })
      return beginAnew(ctx, file, ['Validation Failed'], { good_rows_by: ctx.actor.name })
    }),
  tryReconFileAgain: (ctx, { path }) => act(ctx, path.recon_id, (file) => beginAnew(ctx, file, ['Ingestion Failed'])),

  withdrawReconFile: (ctx, { path }) =>
    act(ctx, path.recon_id, async ({ recon_id, status, reading }) => {
      const by = { withdrawn_by: ctx.actor.name }
      // Of one that failed when it was read once more, what was read before still counts.
      if (reading > 0 && status !== 'Validation Failed')
        return changeFile(ctx, recon_id, ['Success', 'Ingestion Failed'], { ...by, stage: 'withdrawing' })
      return changeFile(ctx, recon_id, ['Success', 'Validation Failed', 'Ingestion Failed', 'Uploaded'], { ...by, withdrawn_at: ctx.now }) // prettier-ignore
    }),

  async replaceReconFile(ctx, { path, body }) {
    const by = await existingFile(ctx, body.by, { lock: true })
    const old = await presentFile(ctx, path.recon_id)
    if (old.status !== 'Success' || old.same_as !== null) throw new Fault('wrongState', { why: `it is ${old.status}` })
    if (await findReplacing(ctx, old.recon_id)) throw new Fault('reconInProgress')
    if (by.status !== 'Uploaded' || by.withdrawn_at)
      throw new Fault('wrongState', { why: `the other is ${by.withdrawn_at ? 'withdrawn' : by.status}` })
    const found = await readingFor(ctx, { dataSource: old.data_source, fileName: by.original_file_name })
    if (!found) throw new Fault('noMapping')
    const begun = await beginFile(ctx, by, found, { replaces: old.recon_id })
    if (begun.same_as !== null) throw new Fault('wrongState', { why: sameBytes })
    ctx.auditSubject(old.recon_id, changesFrom({ replaced_by: '' }, { replaced_by: by.recon_id }))
    return shownFile(ctx, by.recon_id)
  },

  readReconFileAgain: (ctx, { path, body }) =>
    act(ctx, path.recon_id, async (file) => {
      const found = await readingFor(ctx, {
        dataSource: file.data_source,
        fileName: file.original_file_name,
        mappingId: body.mapping_id,
      })
      if (!found) throw new Fault('noMapping')
      if (file.same_as !== null) throw new Fault('wrongState', { why: 'it has changed nothing' })
      return beginAnew(ctx, file, ['Success', 'Validation Failed'], {
        layout: found.layout,
        mapping_id: found.mappingId,
        is_strict: found.isStrict,
        how: JSON.stringify(found.reading),
      })
    }),
}

/** Has a file read once more. Its original has to be there, and no other file may have brought the same bytes meanwhile. */
async function beginAnew(
  ctx: Ctx,
  { recon_id, data_source, digest, parts }: FoundFile,
  from: readonly ReconFileState[],
  changes: FileChanges = {},
): Promise<boolean> {
  if (parts === 0) throw new Fault('wrongState', { why: 'its original is not kept any more' })
  await takeFileTurn(ctx)
  const same = await findSame(ctx, data_source, digest)
  if (same && same.recon_id !== recon_id) throw new Fault('wrongState', { why: sameBytes })
  if (await findReplacing(ctx, recon_id)) throw new Fault('reconInProgress')
  const anew = { status: 'Initiated', stage: 'waiting', tries: 0, reason: '', reason_params: '{}' } as const
  return changeFile(ctx, recon_id, from, { ...changes, ...anew })
}

const sameBytes = 'another file has brought the same bytes'

/** A file on which something is done: it is not withdrawn and not under way. */
async function presentFile(ctx: Ctx, reconId: string): Promise<FoundFile> {
  const file = await existingFile(ctx, reconId, { lock: true })
  if (file.withdrawn_at) throw new Fault('wrongState', { why: 'it is withdrawn' })
  if (file.status === 'Initiated' || file.stage === 'withdrawing') throw new Fault('reconInProgress')
  return file
}

/** Does something with a file that a job goes on with. */
async function act(ctx: Ctx, reconId: string, change: (file: FoundFile) => Promise<boolean>) {
  const file = await presentFile(ctx, reconId)
  if (!(await change(file))) throw new Fault('wrongState', { why: `it is ${file.status}` })
  const present = (await findFile(ctx, file.recon_id)) ?? file
  if (present.status === 'Initiated' || present.stage === 'withdrawing')
    ctx.enqueue(readReconFile, { reconId: file.recon_id })
  const status = present.stage === 'withdrawing' || present.withdrawn_at ? 'withdrawn' : present.status
  ctx.auditSubject(file.recon_id, changesFrom({ status: file.status }, { status }))
  return shownFile(ctx, file.recon_id)
}
