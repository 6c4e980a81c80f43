import { Fault, type FieldError } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { uploadReconFile } from '#contract/recon-files.ts'
import { listEver } from '#server/channels/connections.ts'
import { framesApart } from '#server/kit/files/frames-apart.ts'
import type { Before } from '#server/kit/handler.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import type { FileFrame, RefusedFrame } from './load/frames.ts'
import { options, program } from './load/load-file.ts'
import { withSpool } from './load/spool-file.ts'
import { partBytes } from './parts.ts'
import { readingFor, type ReadingFound } from './reading-for.ts'

/**
 * Sees that an upload has the titles that its mapping wants, in a confined process and before the request's transaction. Throws
 * `notFound` for a channel that the merchant never had, `noMapping`, `wrongHeaders` with what is missing, and `invalidFile` for what cannot be read at all.
 */
export async function checkTitles(
  before: Before,
  { body, file }: Input<typeof uploadReconFile>,
): Promise<ReadingFound> {
  const { owner } = before
  const asked = { channelKey: body.payment_channel_key, fileType: body.file_type, fileName: file.name }
  if (!owner) throw new Fault('notFound')
  const found = await before.apart(owner, async (ctx) => {
    const reading = await readingFor(ctx, asked)
    if (reading) return reading
    const isOwn = (await listEver(ctx)).some(({ channel_key }) => channel_key === asked.channelKey)
    throw new Fault(isOwn ? 'noMapping' : 'notFound')
  })
  const argument = { reading: found.reading, fileType: found.fileType, want: 'titles' }
  const refusal = await fewAtOnce.pass(() =>
    withSpool(async (spool) => {
      const frames = framesApart<FileFrame>({ path: program, argument, input: file.pieces(partBytes), timeoutMs, options, spool }) // prettier-ignore
      try {
        for await (const { head } of frames) if (head.kind === 'refused') return head
        return null
      } catch {
        return unreadable
      }
    }),
  )
  if (refusal) throw refusedAs(refusal)
  return found
}
const timeoutMs = 20_000
const unreadable: RefusedFrame = { kind: 'refused', reason: 'unreadable_file', params: {}, missing: [] }
const fewAtOnce = createConcurrencyLimit({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })

function refusedAs({ reason, params, missing }: RefusedFrame): Fault {
  if (reason !== 'wrong_headers')
    return new Fault('invalidFile', { errors: [{ path: 'file', reason, params, text: 'This file cannot be read.' }] })
  const errors = missing.map(({ header, nearest }): FieldError => ({
    path: 'file',
    reason: nearest ? 'header_missing_near' : 'header_missing',
    params: { header, ...(nearest && { nearest }) },
    text: nearest ? `${header} is missing. The nearest is ${nearest}.` : `${header} is missing.`,
  }))
  return new Fault('wrongHeaders', { errors })
}
