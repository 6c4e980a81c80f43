import { defaultLanguage } from '#i18n/languages.ts'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import {
  arrivalsAt,
  arrivalsUnderWay,
  changeArrival,
  endArrival,
  insertArrivals,
  isSame,
  type ArrivalRow,
} from './arrivals.ts'
import { deleteParts } from './places.ts'
import type { Listing, RemoteFile } from './sftp-session.ts'
import { isOurs } from './test-sftp.ts'

/** What a look is for. */
export interface Look {
  channelKey: string
  source: string
  pattern: string
  marker: string
}

/** What is to be done after a look: files to be fetched, those that were taken and still lie there, and whether any has to stand still. */
export interface Plan {
  ready: { arrivalId: string; parts: number; file: RemoteFile }[]
  taken: RemoteFile[]
  isWatching: boolean
}

/**
 * Notes what lies in a folder. A file is ready when it has stood still over two looks a minute apart, or when its marker lies beside
 * it. One that has grown is watched anew, and what has vanished before it was taken is `gone`.
 */
export async function noteLook(ctx: Ctx, look: Look, listing: Listing): Promise<Plan> {
  const { channelKey, source, pattern, marker } = look
  const names = new Set(listing.files.map(({ name }) => name))
  const ours = listing.files.filter(({ name }) => isOurs(name, [pattern], marker))
  const odd = listing.odd.filter(({ name }) => isOurs(name, [pattern], marker))
  const rows = await arrivalsAt(
    ctx,
    channelKey,
    [...ours, ...odd].map(({ path }) => path.slice(0, pathMost)),
  )
  const byPath = Map.groupBy(rows, ({ origin }) => origin)
  const underWay = (await arrivalsUnderWay(ctx, channelKey)).filter((row) => row.source === source)
  const there = new Set(ours.map(({ path }) => path))
  for (const row of underWay) if (!there.has(row.origin)) await endArrival(ctx, row.arrival_id, 'gone')

  const plan: Plan = { ready: [], taken: [], isWatching: false }
  let room = limits.filesWaiting - underWay.filter(({ origin }) => there.has(origin)).length
  const fresh: RemoteFile[] = []
  for (const file of inOrder(ours)) {
    const known = byPath.get(file.path) ?? []
    const row = known.find((one) => isSame(one, file)) ?? known.find(isUnderWay)
    if (row && isUnderWay(row)) await noteAgain(ctx, plan, row, file, marker !== '' && names.has(file.name + marker))
    else if (row && row.state !== 'gone') plan.taken.push(...(row.state === 'taken' ? [file] : []))
    else if (file.size > limits.fileBytes) await refuse(ctx, look, file, 'too_large')
    else if (room-- > 0) {
      if (row)
        await changeArrival(ctx, row.arrival_id, { state: 'watched', still_since: ctx.now, seen_at: ctx.now, parts: 0 })
      else fresh.push(file)
      plan.isWatching = true
    }
    // The others have room once some are taken.
    else plan.isWatching = true
  }
  await insertArrivals(ctx, fresh.map((file) => ({ ...arrivalOf(look, file), state: 'watched', still_since: ctx.now }))) // prettier-ignore
  for (const file of odd) if (!byPath.has(file.path.slice(0, pathMost))) await refuse(ctx, look, file, 'bad_name')
  if (marker !== '' && fresh.some(({ name }) => names.has(name + marker))) return noteLook(ctx, look, listing)
  return plan
}
const pathMost = 700
const isUnderWay = ({ state }: Pick<ArrivalRow, 'state'>) => state === 'watched' || state === 'coming'
const inOrder = (files: readonly RemoteFile[]) =>
  files.toSorted(
    (a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime() || a.name.localeCompare(b.name, defaultLanguage),
  )

/** A file that was watched at an earlier look, or is half fetched. */
async function noteAgain(ctx: Ctx, plan: Plan, row: ArrivalRow, file: RemoteFile, isMarked: boolean): Promise<void> {
  const { arrival_id: arrivalId } = row
  if (!isSame(row, file)) {
    // What was fetched of it is of another file.
    if (row.parts > 0) await deleteParts(ctx, arrivalId)
    const changed = { size_bytes: BigInt(file.size), modified_at: file.modifiedAt, parts: 0, state: 'watched' as const }
    await changeArrival(ctx, arrivalId, { ...changed, still_since: ctx.now, seen_at: ctx.now })
    if (isMarked && file.size > 0) plan.ready.push({ arrivalId, parts: 0, file })
    else plan.isWatching = true
    return
  }
  const stillMs = ctx.now.getTime() - (row.still_since ?? ctx.now).getTime()
  if (row.state === 'watched' && !isMarked && stillMs < limits.stillSeconds * 1_000) {
    plan.isWatching = true
    return
  }
  if (file.size === 0) await endArrival(ctx, arrivalId, 'refused', 'empty')
  else plan.ready.push({ arrivalId, parts: row.parts, file })
}

const arrivalOf = ({ channelKey, source }: Look, file: RemoteFile) => ({
  channel_key: channelKey,
  source,
  way: 'sftp' as const,
  name: file.name.replaceAll('\0', '\ufffd').slice(0, 250),
  origin: file.path.replaceAll('\0', '\ufffd').slice(0, pathMost),
  size_bytes: BigInt(file.size),
  modified_at: file.modifiedAt,
})
const refuse = (ctx: Ctx, look: Look, file: RemoteFile, reason: 'too_large' | 'bad_name') =>
  insertArrivals(ctx, [{ ...arrivalOf(look, file), state: 'refused', reason }])
