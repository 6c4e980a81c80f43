import { createHash } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { FileSpec, UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'

/** A received upload: the fields of its form and its file, which is kept until it is discarded. */
export interface Upload {
  fields: Record<string, string>
  file: StoredFile
}
export interface StoredFile extends UploadedFile {
  discard(): Promise<void>
}

/**
 * Reads the form of an upload. The file is streamed to disk, so a large one takes no memory. It is unlinked before its
 * first byte is written, so that nothing remains however the process ends.
 * @throws Fault `fileTooLarge` beyond 20 MB, `invalidFile` for a file type that the call does not take or a malformed
 *   form.
 */
export async function readUpload(request: FastifyRequest, spec: FileSpec): Promise<Upload> {
  if (Number(request.headers['content-length'] ?? 0) > limits.uploadBytes + limits.uploadFormBytes)
    throw new Fault('fileTooLarge')
  const fields = new Map<string, string>()
  let file: StoredFile | null = null
  try {
    for await (const part of request.parts({ limits: partLimits(spec) })) {
      if (part.type === 'file') file = await store(part, spec)
      else if (part.valueTruncated || part.fieldnameTruncated) throw fieldFault('invalidRequest', 'form', 'too_long')
      else if (fields.has(part.fieldname)) throw fieldFault('invalidRequest', part.fieldname, 'given_twice')
      else fields.set(part.fieldname, String(part.value))
    }
    if (!file) throw fieldFault('invalidFile', spec.field, 'required')
    return { fields: Object.fromEntries(fields), file }
  } catch (error) {
    await file?.discard()
    throw isOurs(error) ? error : new Fault('invalidFile', { cause: error })
  }
}

const partLimits = ({ mostBytes }: FileSpec) => ({
  fileSize: mostBytes,
  files: 1,
  fields: 20,
  parts: 21,
  fieldNameSize: 100,
  fieldSize: 8 * 1024,
  headerPairs: 20,
})

/** Errors of the disk are passed on; every other error while reading is the form's fault. */
const isOurs = (error: unknown): boolean =>
  error instanceof Fault ||
  (error instanceof Error && 'syscall' in error && 'code' in error && !/^(ECONN|EPIPE)/.test(String(error.code)))

async function store(part: MultipartFile, spec: FileSpec): Promise<StoredFile> {
  if (part.fieldname !== spec.field) throw fieldFault('invalidFile', part.fieldname.slice(0, 100), 'unknown_field')
  const ending = /\.([a-z0-9]{1,5})$/i.exec(part.filename)?.[1]?.toLowerCase() ?? ''
  if (!spec.endings.includes(ending)) throw fieldFault('invalidFile', spec.field, 'wrong_file_type')
  const path = join(tmpdir(), `countinghouse-${crypto.randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    const { sizeBytes, digest } = await copy(part.file, handle)
    if (part.file.truncated) throw tooLarge(spec)
    if (sizeBytes === 0) throw fieldFault('invalidFile', spec.field, 'empty_file')
    const bytes = async () => {
      const buffer = Buffer.alloc(sizeBytes)
      for (let at = 0; at < sizeBytes;) at += (await handle.read(buffer, at, sizeBytes - at, at)).bytesRead
      return buffer
    }
    const pieces = (mostBytes: number) => piecesOf(handle, sizeBytes, mostBytes)
    return { name: shownName(part.filename), sizeBytes, digest, bytes, pieces, discard: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function* piecesOf(handle: FileHandle, sizeBytes: number, mostBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes;) {
    const piece = Buffer.alloc(Math.min(mostBytes, sizeBytes - at))
    const { bytesRead } = await handle.read(piece, 0, piece.length, at)
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}

async function copy(from: AsyncIterable<Buffer>, to: FileHandle): Promise<{ sizeBytes: number; digest: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of from) {
    hash.update(chunk)
    await to.write(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, digest: hash.digest('hex') }
}

/** The general limit of 20 MB has its own error; a call with a lower limit states it. */
function tooLarge({ field, mostBytes }: FileSpec): Fault {
  if (mostBytes >= limits.uploadBytes) return new Fault('fileTooLarge')
  const limit = mostBytes / 1024 / 1024
  return new Fault('invalidFile', {
    errors: [{ path: field, reason: 'file_too_large', params: { limit }, text: `The file may have ${limit} MB.` }],
  })
}

/** The last segment of a file name, without characters that cannot be shown on one line. */
const shownName = (name: string) =>
  (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{C}\u2028\u2029]/gu, '').slice(0, 200)
