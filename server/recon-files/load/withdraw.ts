import type { Ctx } from '#server/kit/ctx.ts'
import {
  changeFile,
  findCopy,
  findFile,
  findReplacing,
  findSame,
  pointCopies,
  takeFileTurn,
  type FoundFile,
} from '../queries.ts'
import { compareTouched, createTouched, takeOut, takeSourceTurn } from './compare.ts'
import type { Loaded } from './load-file.ts'
import { bringerOf } from './loading.ts'

/** What comes of a withdrawal: as of loading, and a copy that is to be read first, in whose loading this file is withdrawn. */
export interface Withdrawn {
  ended: Exclude<Loaded, 'rejected'>
  copy: string | null
}

/** Takes away what no other file has. Counts fall back to the greatest of the rest, and older versions return. */
export async function withdrawRecords(ctx: Ctx, reconId: string): Promise<Withdrawn> {
  const seen = await findFile(ctx, reconId)
  if (!seen || !(await takeSourceTurn(ctx, seen.data_source))) return { ended: seen ? 'busy' : 'ended', copy: null }
  await takeFileTurn(ctx)
  const file = await findFile(ctx, reconId, { lock: true })
  if (file?.stage !== 'withdrawing') return { ended: 'ended', copy: null }
  const copy = await nextCopy(ctx, file)
  if (copy !== null) return { ended: 'ended', copy }
  await createTouched(ctx)
  await takeOut(ctx, bringerOf(file, file.reading), 'withdrawn')
  await changeFile(ctx, reconId, ['Success', 'Ingestion Failed'], { stage: '', withdrawn_at: ctx.now })
  await compareTouched(ctx)
  return { ended: 'ended', copy: null }
}

/**
 * The same bytes that came a second time have changed nothing: when the first file is withdrawn they take its place, and its records
 * stay until theirs are loaded. Null when there are none.
 */
async function nextCopy(ctx: Ctx, file: FoundFile): Promise<string | null> {
  const under = await findReplacing(ctx, file.recon_id)
  if (under) return under.recon_id
  // A third file of these bytes came while the first was being withdrawn.
  const other = await findSame(ctx, file.data_source, file.digest)
  if (other) {
    await pointCopies(ctx, file.recon_id, other.recon_id)
    return null
  }
  const copy = await findCopy(ctx, file.recon_id)
  if (!copy) return null
  const anew = {
    status: 'Initiated',
    stage: 'waiting',
    same_as: null,
    replaces: file.recon_id,
    finished_at: null,
  } as const
  await changeFile(ctx, copy.recon_id, ['Success'], anew)
  await pointCopies(ctx, file.recon_id, copy.recon_id)
  return copy.recon_id
}
