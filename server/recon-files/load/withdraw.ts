import type { Ctx } from '#server/kit/ctx.ts'
import { changeFile, findFile } from '../queries.ts'
import { compareTouched, createTouched, takeOut, takeSourceTurn } from './compare.ts'
import type { Loaded } from './load-file.ts'
import { bringerOf } from './loading.ts'

/** Takes away what no other file has. Counts fall back to the greatest of the rest, and older versions return. */
export async function withdrawRecords(ctx: Ctx, reconId: string): Promise<Loaded> {
  const seen = await findFile(ctx, reconId)
  if (!seen || !(await takeSourceTurn(ctx, seen.data_source))) return seen ? 'busy' : 'ended'
  const file = await findFile(ctx, reconId, { lock: true })
  if (file?.stage !== 'withdrawing') return 'ended'
  await createTouched(ctx)
  await takeOut(ctx, bringerOf(file, file.reading), 'withdrawn')
  await changeFile(ctx, reconId, ['Success'], { stage: '', withdrawn_at: ctx.now })
  await compareTouched(ctx)
  return 'ended'
}
