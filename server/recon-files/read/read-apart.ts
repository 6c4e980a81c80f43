import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { streamApart } from '#server/kit/files/stream-apart.ts'
import { SourceRefused } from './source-rows.ts'

/** A program that answers a file with lines, as `answerSource` has it. */
interface Reading {
  /** Its file. */
  path: string
  argument: object
  input: AsyncIterable<Uint8Array>
  timeoutMs: number
}

/** The options of Node that keep a reader's memory the same for one megabyte and five hundred. */
export const readerOptions = ['--max-old-space-size=64', '--max-semi-space-size=4']

/**
 * What a confined process says of an untrusted file, line by line. It has one file without a name, for a workbook that it does not
 * keep in memory, and writes nothing legible there. Throws {@link SourceRefused} as its reader does, and the faults of `streamApart`.
 */
export async function* readApart({ path, argument, input, timeoutMs }: Reading): AsyncGenerator<unknown> {
  const name = join(tmpdir(), `countinghouse-${randomUUID()}`)
  const spool = await open(name, 'wx+', 0o600)
  try {
    await unlink(name)
    const lines = streamApart({ path, argument, input, timeoutMs, options: readerOptions, files: [spool.fd] })
    for await (const line of lines) {
      const { refused, params } = line as { refused?: string; params?: Record<string, string | number> }
      if (refused !== undefined) throw new SourceRefused(refused, params)
      yield line
    }
  } finally {
    await spool.close()
  }
}
