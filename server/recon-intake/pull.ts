import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { SftpFault } from '#contract/recon-intake-shapes.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { allowLonger } from '#server/kit/db/longer-transaction.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { countPart, endArrival } from './arrivals.ts'
import { bringIn } from './bring-in.ts'
import { takeLease } from './leases.ts'
import { noteLook, type Plan } from './look.ts'
import { openSftp } from './open-sftp.ts'
import { keepPart, keptParts } from './places.ts'
import { noteFileOf } from './queries.ts'
import type { Claim } from './pull-claim.ts'
import { SftpFailure, type HostKey } from './sftp-fault.ts'
import { pathOf, type SftpSession } from './sftp-session.ts'

/** How a pull went: a fault, or whether it has more to do at once or after a minute. `parts` were kept by it. */
export type Outcome = Failed | { fault: ''; next: 'now' | 'later' | 'none'; parts: number }
export interface Failed {
  fault: SftpFault
  hostKey: HostKey | null
  parts: number
}

interface Run {
  transaction: InTransaction
  signal: AbortSignal
  /** When it has to hand on, in milliseconds of this process. */
  until: number
}
type Ready = Plan['ready'][number]

/** Looks and takes. Throws {@link SftpFailure}. */
export async function pull(claim: Claim, run: Run): Promise<Outcome> {
  const session = await openSftp(claim.server, { signal: run.signal })
  try {
    const listing = await session.list(claim.server.folder)
    const plan = await run.transaction((ctx) => noteLook(ctx, claim, listing))
    for (const ready of plan.ready)
      if (!(await take(session, claim, run, ready))) return { fault: '', next: 'now', parts: claim.kept }
    if (claim.moveTo !== '') for (const file of plan.taken) await moveAway(session, claim, file.name)
    return { fault: '', next: plan.isWatching ? 'later' : 'none', parts: claim.kept }
  } finally {
    session.close()
  }
}

/** Fetches a file from the part where it was left. False when the time of the run is over before. */
async function take(session: SftpSession, claim: Claim, run: Run, ready: Ready): Promise<boolean> {
  const { arrivalId, file } = ready
  const all = Math.ceil(file.size / limits.partBytes)
  const isWhole = await session.read(file.path, async (part) => {
    for (let place = ready.parts; place < all; place++) {
      if (performance.now() > run.until || run.signal.aborted) return false
      const offset = place * limits.partBytes
      const bytes = Math.min(limits.partBytes, file.size - offset)
      const read = await part(offset, bytes)
      // It was cut meanwhile: the next look sees another file.
      if (read.length < bytes) return true
      await run.transaction((ctx) => keep(ctx, claim, arrivalId, place, read))
    }
    return true
  })
  if (!isWhole) return false
  const now = await session.look(file.path)
  const stands = now?.size === file.size && now.modifiedAt.getTime() === file.modifiedAt.getTime()
  if (!stands) return true
  await run.transaction((ctx) => bring(ctx, claim, ready))
  if (claim.moveTo !== '') await moveAway(session, claim, file.name)
  return true
}

/** Keeps a part, as long as this pull has the turn. */
async function keep(ctx: Ctx, claim: Claim, arrivalId: string, place: number, bytes: Buffer): Promise<void> {
  const isMine = await takeLease(ctx, claim.host, claim.holder)
  if (!isMine || !(await countPart(ctx, arrivalId, place)))
    throw new SftpFailure('broken', { cause: 'another pull has it' })
  await keepPart(ctx, arrivalId, place, bytes)
  claim.kept += 1
}

/** Hands a whole file over, once: an arrival that is over has no parts any more. */
async function bring(ctx: Ctx, { channelKey, source }: Claim, { arrivalId, file }: Ready): Promise<void> {
  await allowLonger(ctx.tx, 300)
  const row = await ctx.own
    .select('recon_arrivals')
    .select('state')
    .where('arrival_id', '=', arrivalId)
    .forUpdate()
    .executeTakeFirst()
  if (row?.state !== 'coming') return
  const { name, size } = file
  const parts = () => keptParts(ctx, arrivalId)
  const { reconId } = await bringIn(ctx, { name, channelKey, source, way: 'sftp', size, parts })
  await endArrival(ctx, arrivalId, 'taken', '', reconId)
  // It came for this source, whichever a mapping has made of it.
  await noteFileOf(ctx, source)
  noteChange(ctx, 'recon_intake', channelKey)
}

/** A file that cannot be moved stays: it is known as taken. */
async function moveAway(session: SftpSession, { server, moveTo }: Claim, name: string): Promise<void> {
  const folder = pathOf(server.folder, moveTo)
  const move = () => session.rename(pathOf(server.folder, name), pathOf(folder, name))
  await move().catch(() =>
    session
      .makeFolder(folder)
      .then(move)
      .catch(() => {}),
  )
}
