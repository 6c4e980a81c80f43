import type * as contract from '#contract/recon-files.ts'
import { uploadReconFile, type createRecon, type uploadReconFileV3 } from '#contract/recon-files.ts'
import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { acts } from './acts.ts'
import { beginFile } from './begin.ts'
import { checkTitles } from './check-titles.ts'
import { exportedFiles, listFiles, summarise } from './list.ts'
import { readPart } from './parts.ts'
import type { FoundFile } from './queries.ts'
import { readingFor } from './reading-for.ts'
import { existingFile, shownFile } from './show.ts'
import { fileNameOf, storeFile } from './store.ts'

export const handlers: Handlers<typeof contract> = {
  uploadReconFile: prepared(uploadReconFile, {
    prepare: checkTitles,
    async handle(ctx, { file }, _http, found) {
      const stored = await storeFile(ctx, { ...file, pieces: (most) => file.pieces(most), way: wayOf(ctx) })
      const begun = await beginFile(ctx, stored, found)
      ctx.auditSubject(begun.recon_id, madeAs({ file_name: file.name, data_source: found.dataSource }))
      return begunOf(begun)
    },
  }),

  uploadReconFileV3: upload,
  uploadReconFileByServer: upload,
  createRecon: begin,
  createReconByServer: begin,

  listReconFiles: (ctx, { body }) => listFiles(ctx, body),
  exportReconFiles: exportedFiles,
  readReconFileSummary: (ctx, { body }) => summarise(ctx, body),
  readReconFile: (ctx, { path }) => shownFile(ctx, path.recon_id),

  ...acts,

  downloadReconFile: {
    async find(ctx, { path }) {
      const file = await existingFile(ctx, path.recon_id)
      if (file.parts === 0) throw new Fault('notFound', { why: 'its time is over' })
      const name = fileNameOf(file.file_key)
      const [, prefix = 'recon-file', format = 'bin'] = /^(.*?)(?:\.(\w+))?$/.exec(name) ?? []
      return { prefix, format, at: file.created_at, rows: file.rows, content: partsIn(ctx, file) }
    },
  },
}

async function upload(ctx: Ctx, { file }: Input<typeof uploadReconFileV3>) {
  const stored = await storeFile(ctx, { ...file, pieces: (most) => file.pieces(most), way: wayOf(ctx) })
  ctx.auditSubject(stored.recon_id, madeAs({ file_name: file.name }))
  const { recon_id, file_key, original_file_name } = stored
  return { recon_id, file_key, file_link: linkOf(ctx, stored), file_name: fileNameOf(file_key), original_file_name }
}

async function begin(ctx: Ctx, { body }: Input<typeof createRecon>) {
  const { environment: _environment, data, ...flat } = body
  const { recon_id, file_key, file_link, file_name, data_source } = flat
  const alone =
    recon_id && file_key && file_link && file_name && data_source
      ? [{ recon_id, file_key, file_link, file_name, data_source }]
      : []
  const wanted = data ?? alone
  // What is named is missed before what is left out.
  if (wanted.length === 0 && recon_id) await existingFile(ctx, recon_id)
  if (wanted.length === 0) throw new Fault('invalidRequest', { errors: [{ path: 'data', reason: 'required', text: 'required' }] }) // prettier-ignore
  const begun = []
  for (const one of wanted) {
    const file = await existingFile(ctx, one.recon_id, { lock: true })
    const belongs = one.file_key === file.file_key && one.file_link === linkOf(ctx, file) && one.file_name === fileNameOf(file.file_key) // prettier-ignore
    if (!belongs || (file.data_source !== '' && file.data_source !== one.data_source)) throw new Fault('notFound')
    if (file.status !== 'Uploaded' || file.withdrawn_at) {
      begun.push(begunOf(file))
      continue
    }
    const found = await readingFor(ctx, { dataSource: one.data_source, fileName: file.original_file_name })
    if (!found) throw new Fault('noMapping')
    begun.push(begunOf(await beginFile(ctx, file, found)))
  }
  ctx.auditSubject(begun[0]?.recon_id ?? '', madeAs({ files: begun.length }))
  return begun
}

const begunOf = ({ recon_id, file_key, data_source, status, same_as }: FoundFile) => ({
  recon_id,
  file_key,
  data_source,
  status,
  same_as: same_as ?? '',
})

const wayOf = ({ actor }: Ctx) => (actor.kind === 'server' ? 'server' : 'upload')
const linkOf = ({ services }: Ctx, { recon_id }: FoundFile) =>
  `${services.publicUrl}/gateway/api/recon/files/${recon_id}/original`

/** An original in one transaction, part by part as it leaves. */
async function* partsIn(ctx: Ctx, { recon_id, parts }: FoundFile): AsyncGenerator<Buffer> {
  for (let place = 0; place < parts; place++) yield await readPart(ctx, recon_id, place)
}
