import type { Ctx } from '#server/kit/ctx.ts'
import type { SettlementFile } from '#server/providers/simulator/settlement/files.ts'
import { listNewest, usedMapping, versions } from '#server/recon-files/mapping/mappings.ts'
import type { ReadingFound } from '#server/recon-files/reading-for.ts'
import { closePast } from './past.ts'
import { layoutOfShape, reconciledChannel, reconPerson, type ReadShape } from './recon-agreed.ts'
import type { Loaded } from './recon-fees.ts'
import { beginLoading, loadOfPast } from './recon-loading.ts'

/**
 * Loads what the simulator has settled, and what its bank has of it, in the order in which it came: the provider's file of each day as if
 * it had been fetched at night, and the bank's as it was uploaded in the morning. A corrected file takes the place of the one that it corrects.
 */
export async function loadSettled(ctx: Ctx, files: readonly SettlementFile[]): Promise<Loaded[]> {
  const person = await reconPerson(ctx)
  const nightly = { kind: 'system' as const, id: null, name: '' }
  const readingAt = { csv: await readingsOf(ctx, 'csv'), camt: await readingsOf(ctx, 'camt') }
  await beginLoading(ctx)
  const loaded = new Map<string, Loaded>()
  for (const file of files) {
    const [name, shape] = [nameOf(file), file.shape as ReadShape]
    const replaces = name.includes('_R1') ? loaded.get(name.replace('_R1', ''))?.reconId : undefined
    const isByHand = replaces !== undefined || shape === 'camt'
    const at = new Date(Math.min(ctx.now.getTime(), file.at.getTime() + (shape === 'camt' ? 7_200_000 : 720_000)))
    const sent = {
      name,
      bytes: await file.bytes(),
      way: isByHand ? 'upload' : 'sftp',
      ...(replaces && { replaces }),
    } as const
    const brought = ctx.with({ now: at, actor: isByHand ? person : nightly, requestId })
    const { recon_id } = await loadOfPast(brought, sent, readingAt[shape](file.at))
    loaded.set(name, { reconId: recon_id, at })
  }
  await closeLoading(ctx)
  return [...loaded.values()]
}
const requestId = 'demo-files'
const closeLoading = (ctx: Ctx): Promise<void> =>
  closePast(ctx, { requestId, about: 'recon_file', kinds: ['recon_file_failed', 'recon_file_unproven'] })

/** Which files of an account are loaded, in the order in which they came: none of days before the first. */
export function filesToLoad(
  files: readonly SettlementFile[],
  { payments, from }: { payments: number; from: string },
): SettlementFile[] {
  const read = files.filter(({ shape, closing }) => (shape === 'csv' || shape === 'camt') && closing.day >= from)
  const days = [...new Set(read.map(({ closing }) => closing.day))].sort().slice(-7)
  return read
    .filter(({ closing }) => payments >= manyPayments || days.includes(closing.day) || closing.flaws.length > 0)
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.path < b.path ? -1 : 1))
}
/** Where there are few payments there are fewer files too: those of the last days, and those that something is to be said about. */
const manyPayments = 10_000

export const nameOf = ({ path }: SettlementFile): string => path.slice(path.lastIndexOf('/') + 1)

/** Somebody has uploaded what is no settlement file, in a transaction that loads others. */
export async function loadByMistake(ctx: Ctx): Promise<void> {
  const at = new Date(ctx.now.getTime() - 6 * 86_400_000)
  const mistaken = ctx.with({ now: at, actor: await reconPerson(ctx), requestId })
  const reading = (await readingsOf(ctx, 'csv'))(at)
  await loadOfPast(mistaken, { name: 'orders-november.csv', bytes: orders, way: 'upload' }, reading)
  await closeLoading(ctx)
}
/** An export of orders. */
const orders = Buffer.from('Order,Customer,Total\r\n1001,Mei Tan,59.00\r\n1002,Jonas Weber,119.00\r\n')

/** How the files of a day were read: by the version of the mapping that was the newest then. */
async function readingsOf(ctx: Ctx, shape: ReadShape): Promise<(at: Date) => ReadingFound> {
  const newest = (await listNewest(ctx, reconciledChannel)).find((row) => row.engine_source === layoutOfShape[shape])
  const all = newest ? await versions(ctx, newest.mapping_id) : []
  return (at) => {
    const row = all.find(({ created_at }) => created_at <= at) ?? all.at(-1)
    if (!row) throw new Error('the demo has no mapping')
    const { channelKey, fileType, dataSource, rfmId, engineSource, isStrict, reading } = usedMapping(row)
    return { channelKey, fileType, dataSource, mappingId: rfmId, layout: engineSource, isStrict, reading }
  }
}
