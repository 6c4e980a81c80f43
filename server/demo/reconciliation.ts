import type { Ctx } from '#server/kit/ctx.ts'
import type { SettlementFile } from '#server/providers/simulator/settlement/files.ts'
import { listNewest, usedMapping, versions } from '#server/recon-files/mapping/mappings.ts'
import type { ReadingFound } from '#server/recon-files/reading-for.ts'
import { closePast } from './past.ts'
import { reconciledChannel, reconPerson } from './recon-agreed.ts'
import { seedFeeChecks, type Loaded } from './recon-fees.ts'
import { seedReconIntake, type Fetched, type SftpOfDemo } from './recon-intake.ts'
import { beginLoading, loadOfPast } from './recon-loading.ts'

/**
 * Loads what the simulator has settled in 90 days as if it had been fetched each night: a file a day, one that was sent twice, one
 * that was replaced by its correction, and one that somebody uploaded by mistake. The fees in them are checked, and
 * the next files are fetched tomorrow.
 */
export async function seedReconciliation(
  ctx: Ctx,
  { files, server, payments }: { files: readonly SettlementFile[]; server: SftpOfDemo; payments: number },
): Promise<void> {
  const person = await reconPerson(ctx)
  const nightly = { kind: 'system' as const, id: null, name: '' }
  const sorted = files.filter(({ shape }) => shape === 'csv').sort((a, b) => a.at.getTime() - b.at.getTime())
  const own = sorted.filter((file, at) => payments >= manyPayments || at >= sorted.length - 7 || hasTale(file))
  const readingAt = await readingsOf(ctx)
  await beginLoading(ctx)
  const loaded = new Map<string, Loaded & Fetched>()
  for (const [nth, file] of own.entries()) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1)
    // A corrected file takes the place of the one that it corrects.
    const replaces = name.includes('_R1') ? loaded.get(name.replace('_R1', ''))?.reconId : undefined
    const fetched = ctx.with({ now: after(file.at, 720), actor: replaces ? person : nightly, requestId })
    const sent = {
      name,
      bytes: await file.bytes(),
      way: replaces ? 'upload' : 'sftp',
      ...(replaces && { replaces }),
    } as const
    const { recon_id } = await loadOfPast(fetched, sent, readingAt(file.at))
    loaded.set(name, {
      reconId: recon_id,
      at: fetched.now,
      path: file.path,
      modifiedAt: file.at,
      sizeBytes: sent.bytes.length,
    })
    if (nth !== own.length - 6) continue
    const mistaken = ctx.with({ now: after(file.at, 30_000), actor: person, requestId })
    await loadOfPast(mistaken, { name: 'orders-november.csv', bytes: orders, way: 'upload' }, readingAt(file.at))
  }
  await closePast(ctx, { requestId, about: 'recon_file', kinds: ['recon_file_failed', 'recon_file_unproven'] })
  const all = [...loaded.values()]
  if (all.length === 0) return
  await seedFeeChecks(ctx, all)
  await seedReconIntake(ctx, server, all)
}

const requestId = 'demo-files'

/** Where there are few payments there are fewer files too: those of the last days, and those that something is to be said about. */
const manyPayments = 10_000
const hasTale = ({ closing }: SettlementFile): boolean => closing.flaws.length > 0

/** An export of orders that is no settlement file. */
const orders = Buffer.from('Order,Customer,Total\r\n1001,Mei Tan,59.00\r\n1002,Jonas Weber,119.00\r\n')

/** How the files of a day were read: by the version of the mapping that was the newest then. */
async function readingsOf(ctx: Ctx): Promise<(at: Date) => ReadingFound> {
  const [newest] = await listNewest(ctx, reconciledChannel)
  const all = newest ? await versions(ctx, newest.mapping_id) : []
  return (at) => {
    const row = all.find(({ created_at }) => created_at <= at) ?? all.at(-1)
    if (!row) throw new Error('the demo has no mapping')
    const { channelKey, fileType, dataSource, rfmId, engineSource, isStrict, reading } = usedMapping(row)
    return { channelKey, fileType, dataSource, mappingId: rfmId, layout: engineSource, isStrict, reading }
  }
}

const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000)
