import { execFile } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { inFolder, serverEnvironment, type Account } from './postgres-binaries.ts'

const run = promisify(execFile)

/** The files of one PostgreSQL: `<dataDir>/postgres/{data,password,port}`. */
export interface Cluster {
  home: string
  /** PostgreSQL's own data directory. */
  data: string
  /** The superuser's; never leaves this machine. */
  password: string
  port: number
}

/**
 * The cluster in `dataDir`, created when absent. A half-made cluster of a killed run is deleted: a new cluster moves to
 * its place by one rename, so an existing one is complete.
 */
export async function openCluster(place: {
  dataDir: string
  binaries: string
  account: Account | null
}): Promise<Cluster> {
  const home = join(place.dataDir, 'postgres')
  const data = join(home, 'data')
  const password = await keep(join(home, 'password'), place.account, () => randomBytes(24).toString('base64url'))
  const port = Number(await keep(join(home, 'port'), place.account, randomPort))
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(ifAbsent)
  if (version === undefined) await makeCluster({ ...place, home, data })
  else if (version.trim() !== '18') {
    throw new Error(`${data} was made by PostgreSQL ${version.trim()}; this one is 18: dump it there and load it here`)
  }
  return { home, data, password, port }
}

/** Chooses another port, which later starts use too. */
export async function choosePort(cluster: Cluster): Promise<Cluster> {
  const port = randomPort()
  await writeFile(join(cluster.home, 'port'), port)
  return { ...cluster, port: Number(port) }
}

/** Below the ephemeral ports of the kernel, so that no outgoing connection occupies it. */
function randomPort(): string {
  return String(randomInt(20_000, 32_000))
}

async function keep(file: string, account: Account | null, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(ifAbsent)
  if (kept !== undefined && kept !== '') return kept
  const made = make()
  await writeFile(file, made, { mode: 0o600, flush: true })
  if (account !== null) await chown(file, account.uid, account.gid)
  return made
}

function ifAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function makeCluster(place: {
  home: string
  data: string
  binaries: string
  account: Account | null
}): Promise<void> {
  const { home, data, account } = place
  for (const name of await readdir(home)) {
    if (name.startsWith('making-')) await rm(join(home, name), { recursive: true, force: true })
  }
  const half = join(home, `making-${process.pid}`)
  await mkdir(half, { mode: 0o700 })
  if (account !== null) await chown(half, account.uid, account.gid)
  const { path, cwd } = await inFolder(half, account)
  const options = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--username=postgres']
  await run(join(place.binaries, 'bin/initdb'), ['-D', path, `--pwfile=${path}/../password`, ...options], {
    ...account,
    cwd,
    env: serverEnvironment,
  }).catch((error: Error & { stderr?: string }) => {
    const why = error.stderr?.split('\n').find((line) => line.includes('error:')) ?? error.message.split('\n')[0]
    throw new Error(`The database in ${basename(home)} could not be made: ${why}`)
  })
  await rename(half, data)
}
