import { join } from 'node:path'
import { z } from 'zod'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import { mappingShape, type Mapping } from '#contract/recon-mapping-shapes.ts'
import type { readReconSample } from '#contract/recon-mappings.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { InputFault, streamApart } from '#server/kit/files/stream-apart.ts'
import type { Before } from '#server/kit/handler.ts'
import { fieldErrors } from '#server/kit/http/parse.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { withSpool } from '#server/recon-files/load/spool-file.ts'
import { mappingForSource, type UsedMapping } from '#server/recon-files/mapping/mappings.ts'
import { isHint } from './is-hint.ts'
import { expectReadable } from './save.ts'
import type { SampleAsked } from './sample-of.ts'

export type SampleRead = ReconSample

/**
 * What a sample says, from a confined process: one at a time, within limits of memory and time. Throws `mappingRefused` for a mapping
 * by which nothing can be read, and `uploadsBusy` when too many wait.
 */
export async function readSample(before: Before, { body, file }: Input<typeof readReconSample>): Promise<SampleRead> {
  const given = body.mapping ? mappingIn(body.mapping) : null
  if (given && !isHint(given)) expectReadable(given, layoutOf(given.engine_source))
  const used = given === null && body.data_source !== undefined ? await usedFor(before, body.data_source, file) : null
  const mapping = given ?? used?.record ?? null
  const asked: SampleAsked = { fileType: mapping?.file_type ?? body.file_type ?? 'recon', mapping }
  const read = await oneAtATime.pass(() => readApart(asked, file))
  return { ...read, mapping_id: used?.rfmId ?? '' }
}
async function usedFor({ owner, apart }: Before, dataSource: string, file: UploadedFile): Promise<UsedMapping | null> {
  return owner && apart(owner, (ctx) => mappingForSource(ctx, { dataSource, fileName: file.name }))
}
const oneAtATime = createConcurrencyLimit({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })

async function readApart(asked: SampleAsked, file: UploadedFile): Promise<SampleRead> {
  const path = join(import.meta.dirname, 'sample-apart.ts')
  const input = file.pieces(1024 * 1024)
  const timeoutMs = limits.reconSampleMs
  try {
    return await withSpool(async (spool) => {
      for await (const line of streamApart({ path, argument: asked, input, timeoutMs, options, spool })) return line as SampleRead
      throw new Error('a sample was read without an answer')
    }) // prettier-ignore
  } catch (error) {
    if (error instanceof InputFault) throw error
  }
  throw fieldFault('invalidFile', 'file', 'unreadable_file', 'This file cannot be read.')
}
const options = ['--max-old-space-size=192', '--max-semi-space-size=8']

const Sent = z.strictObject(mappingShape)
/** That one answer names. */
const errorsMost = 20
/** A mapping from a form's text. Throws `invalidRequest` with the fields that are wrong, by their paths in the mapping. */
function mappingIn(text: string): Mapping {
  const sent = Sent.safeParse(jsonIn(text))
  if (sent.success) return sent.data
  throw new Fault('invalidRequest', { errors: sent.error.issues.flatMap(fieldErrors).slice(0, errorsMost) })
}
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fieldFault('invalidRequest', 'mapping', 'wrong', 'This is no mapping.')
  }
}
