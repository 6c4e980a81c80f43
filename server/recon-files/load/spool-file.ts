import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file that has no name by the time anything is written to it, so that nothing remains however the process ends. */
export async function openSpool(): Promise<FileHandle> {
  const path = join(tmpdir(), `countinghouse-${crypto.randomUUID()}`)
  const spool = await open(path, 'wx+', 0o600)
  await unlink(path).catch(async (error: unknown) => {
    await spool.close()
    throw error
  })
  return spool
}

/** Lends such a file. */
export async function withSpool<T>(work: (spool: FileHandle) => Promise<T>): Promise<T> {
  const spool = await openSpool()
  try {
    return await work(spool)
  } finally {
    await spool.close()
  }
}
