import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import type { Account } from './postgres-binaries.ts'

/**
 * Claims `<dataDir>/postgres` for this process until the returned function is called, so that a second run cannot
 * mistake the PostgreSQL of the first for an orphan.
 * @throws Error when a live process holds it, or the folder belongs to another user.
 */
export async function claimCluster(dataDir: string, account: Account | null): Promise<() => Promise<void>> {
  const home = join(dataDir, 'postgres')
  const file = join(home, 'owner')
  const made = await mkdir(home, { recursive: true, mode: 0o700 })
  if (made !== undefined && account !== null) await chown(home, account.uid, account.gid)
  const me = `${process.pid} ${await startOf(process.pid)}`
  for (let attempt = 1; ; attempt++) {
    try {
      await writeFile(file, me, { flag: 'wx', mode: 0o600 })
      if (account !== null) await chown(file, account.uid, account.gid)
      return () => rm(file, { force: true })
    } catch (error) {
      if (codeOf(error) === 'EACCES')
        throw new Error(`${home} belongs to another user: run as that user or set DATA_DIR`)
      if (codeOf(error) !== 'EEXIST' || attempt === 3) throw error
    }
    const holder = await readFile(file, 'utf8').catch(() => '')
    const [pid] = holder.split(' ')
    if (pid && holder === `${pid} ${await startOf(Number(pid))}`) {
      throw new Error(`${dataDir} is in use by process ${pid}: stop that one or set another DATA_DIR`)
    }
    await rm(file, { force: true })
  }
}

/** The start time of a process, which tells it from a later one with the same id; `dead` when there is none. */
async function startOf(pid: number): Promise<string> {
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
  ])
  // The second field, the name, may hold spaces and brackets; the start is the 20th after it.
  if (stat !== null) return `${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]} ${boot.trim()}`
  if (process.platform === 'linux') return 'dead'
  return isAlive(pid) ? 'alive' : 'dead'
}

/**
 * Stops every PostgreSQL that still runs on this data directory: a server that a killed run left behind (fast, then
 * immediate) and the children of a server that was killed itself. A process is only signalled after it has been
 * identified as a PostgreSQL in this very folder; a stale `postmaster.pid` is removed.
 */
export async function stopLeftovers(data: string, log: Logger): Promise<void> {
  const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0])
  for (const [signal, patienceMs] of stops) {
    const left = await serversOn(data, postmaster)
    if (left.length === 0) break
    log.warn({ pids: left, signal }, 'stopping the PostgreSQL that an earlier run left behind')
    // A server stops its own children. Children of a dead server can be killed: recovery follows anyway.
    if (left.includes(postmaster)) send(postmaster, signal)
    else for (const pid of left) send(pid, 'SIGKILL')
    await untilGone(data, postmaster, patienceMs)
  }
  if ((await serversOn(data, postmaster)).length > 0) throw new Error(`A PostgreSQL on ${data} cannot be stopped`)
  await rm(join(data, 'postmaster.pid'), { force: true })
}

const stops = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 5_000],
] as const

async function untilGone(data: string, postmaster: number, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline && (await serversOn(data, postmaster)).length > 0) await delay(50)
}

/** The processes of a PostgreSQL on this data directory: it stays in that folder for its whole life. */
async function serversOn(data: string, postmaster: number): Promise<number[]> {
  if (process.platform !== 'linux') return (await isServerOn(data, postmaster)) ? [postmaster] : []
  const folder = await realpath(data)
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 1)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [program, cwd] = await Promise.all([link(`/proc/${pid}/exe`), link(`/proc/${pid}/cwd`)])
      return basename(program) === 'postgres' && cwd === folder
    }),
  )
  return pids.filter((_, index) => found[index])
}

async function link(path: string): Promise<string> {
  // Linux appends this mark to a program whose file was replaced by a new install.
  return (await readlink(path).catch(() => '')).replace(/ \(deleted\)$/, '')
}

async function isServerOn(data: string, pid: number): Promise<boolean> {
  if (!(pid > 1) || !isAlive(pid)) return false
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && stdout.includes(data)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
