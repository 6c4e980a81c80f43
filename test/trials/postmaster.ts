import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * SIGKILL for a PostgreSQL and every process of it at once, so that nothing of it writes another byte. The server is
 * stopped first: it may neither notice its children's deaths nor start others.
 */
export async function killPostgres(dataDir: string): Promise<void> {
  const file = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  if (!(postmaster > 1)) throw new Error('there is no PostgreSQL to kill')
  process.kill(postmaster, 'SIGSTOP')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const child of children.trim().split(' ').filter(Boolean)) {
    try {
      process.kill(Number(child), 'SIGKILL')
    } catch {
      // It has ended by itself in this moment.
    }
  }
  process.kill(postmaster, 'SIGKILL')
}
