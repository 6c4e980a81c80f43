import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { stopLeftovers } from '#server/kit/postgres/postgres-orphan.ts'

const folderPrefix = 'countinghouse-test-'

/** Memory where there is enough of it: a clone is some 300 small files, 250 ms on a slow disk and 15 ms there. */
export async function roomyPlace(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir()
}

/** A folder of this process in `place`, where a later one sweeps up, PostgreSQL and all, should this one be killed. */
export async function testFolder(place: string): Promise<string> {
  await sweep(place)
  return mkdtemp(join(place, `${folderPrefix}${process.pid}-`))
}

/** Ends what a run that was killed left behind. */
async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(folderPrefix)) continue
    const pid = Number(name.slice(folderPrefix.length).split('-')[0])
    if (isAlive(pid)) continue
    await stopLeftovers(join(place, name, 'postgres/data'), pino({ level: 'silent' })).catch(() => {})
    await rm(join(place, name), { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
