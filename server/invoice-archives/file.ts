import { Fault } from '#contract/faults.ts'
import { readKept } from '#server/invoice-documents/documents.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { ZipEntry } from '#server/kit/files/zip.ts'
import { existingArchive } from './archive.ts'
import { listReady, readOwnBytes } from './queries.ts'

/** The files of an archive, each read when its turn comes. Throws `notFound`, and `wrongState` where there is nothing to be had. */
export async function filesOf(ctx: Ctx, archiveId: string): Promise<AsyncIterable<ZipEntry>> {
  const { status } = await existingArchive(ctx, archiveId)
  const files = await listReady(ctx, archiveId)
  if (status !== 'done' || files.length === 0) throw new Fault('wrongState')
  const names = namesOf(files.map((file) => file.file_name))
  return (async function* () {
    for (const [at, { place, invoice_ref: ref, standing }] of files.entries()) {
      const bytes = standing
        ? await readKept(ctx, { ref, form: 'pdf', standing })
        : await readOwnBytes(ctx, archiveId, place)
      if (!bytes) throw new Error(`file ${place} of archive ${archiveId} is gone`)
      yield { name: names[at] as string, content: [bytes] }
    }
  })()
}

/** Names of which no two are alike, in any case: the second of `a.pdf` is `a-2.pdf`. */
export function namesOf(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.*)(\.[^.]*)$/.exec(name) ?? []
    let free = name
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem}-${n}${ending}`
    taken.add(free.toLowerCase())
    return free
  })
}
