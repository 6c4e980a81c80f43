import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { openDatabase } from '#server/kit/db/db.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { beginFile } from '#server/recon-files/begin.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { storeFile } from '#server/recon-files/store.ts'
import { servicesOf } from '#server/services.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'
import { settlementTitles } from './settlement-files.ts'

/** Stores files of reconciliation sealed, and has them read, as an upload does. */
const { ownerUrl, merchantId } = taskOf<{ ownerUrl: string; merchantId: string }>()
const parts = await partsOf(ownerUrl)
const database = openDatabase(parts.databaseUrl, { name: 'store', statementMs: 60_000 })
const own = { database, services: servicesOf(parts), now: () => new Date() }
const owner = { merchantId, environment: 'sandbox' } as const

const layout = layoutOf('SIMULATOR')
if (!layout) throw new Error('the simulator has no layout')
const titles = new Set<string>(settlementTitles)
const reading = {
  ...layout.reading,
  headers: settlementTitles,
  columns: Object.fromEntries(
    Object.entries(layout.reading.columns).filter(([, from]) => typeof from === 'string' && titles.has(from)),
  ),
}
const found = { dataSource: 'BENCH', channelKey: 'SIMULATOR', fileType: 'recon', layout: 'SIMULATOR', mappingId: '', isStrict: true, reading } as const // prettier-ignore

async function store(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) digest.update(piece)
  const sent = {
    name: 'settlement.csv',
    sizeBytes: (await stat(path)).size,
    digest: digest.digest('hex'),
    pieces: (highWaterMark: number) => createReadStream(path, { highWaterMark }),
    way: 'sftp',
  } as const
  const file = await ownTransaction(own, owner, { requestId: 'bench' }, (ctx) => storeFile(ctx, sent))
  return file.recon_id
}

/** Stores a file, or begins one that is stored. */
serveQuestions<{ path: string } | { begin: string; dataSource?: string }>(
  null,
  async (question) => {
    if ('path' in question) return { reconId: await store(question.path) }
    await ownTransaction(own, owner, { requestId: 'bench' }, async (ctx) => {
      const file = await ctx.own
        .select('recon_files')
        .selectAll()
        .where('recon_id', '=', question.begin)
        .executeTakeFirstOrThrow()
      await beginFile(ctx, file, { ...found, dataSource: question.dataSource ?? found.dataSource })
    })
    return null
  },
  { atEnd: () => database.close() },
)
