import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * SIGKILL for a PostgreSQL and every process of it at once, so that nothing of it writes another byte. The server is
 * stopped first: it may neither notice its children's deaths nor start others.
 */
export async function killPostgres(dataDir: string): Promise<void> {
  const { postmaster, children } = await stopped(dataDir)
  for (const pid of [...children, postmaster]) signal(pid, 'SIGKILL')
}

/** Stops every process of a PostgreSQL where it is, as a dead disk or a paused machine does. Answers how to go on. */
export async function freezePostgres(dataDir: string): Promise<() => void> {
  const { postmaster, children } = await stopped(dataDir)
  for (const pid of children) signal(pid, 'SIGSTOP')
  return () => [...children, postmaster].forEach((pid) => signal(pid, 'SIGCONT'))
}

/** The server stopped, and the processes that it had by then. */
async function stopped(dataDir: string): Promise<{ postmaster: number; children: number[] }> {
  const file = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  if (!(postmaster > 1)) throw new Error('there is no PostgreSQL')
  process.kill(postmaster, 'SIGSTOP')
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return { postmaster, children: children.trim().split(' ').filter(Boolean).map(Number) }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself in this moment.
  }
}
