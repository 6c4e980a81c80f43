import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')

/**
 * What every process of the program is started with in tests: V8's compiled code is kept between starts, which halves the
 * time that one takes.
 */
export const startEnvironment = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: join(tmpdir(), 'countinghouse-compile-cache'),
}

/**
 * Starts the program once on an empty folder, with the demo data and so many payments in their past, and stops it: the
 * database is made, migrated and filled. A start on a clone of the folder takes a second instead of ten.
 */
export async function prepareData(folder: string, { payments }: { payments: number }): Promise<string> {
  await mkdir(folder, { recursive: true })
  const port = await freePorts()
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...startEnvironment,
      DATA_DIR: folder,
      PORT: String(port),
      DEMO_PAYMENTS: String(payments),
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += String(chunk)
    if (said.includes('Sign in as')) child.kill('SIGTERM')
  }
  await ended
  if (child.exitCode !== 0) throw new Error(`the demo data could not be prepared: ${said}`)
  return folder
}

/** Copies a prepared folder to `folder`, whose PostgreSQL then chooses a port of its own. */
export async function cloneData(prepared: string, folder: string): Promise<void> {
  // As `cp -a` does, since PostgreSQL's files belong to an account of their own where we are root.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder])
  await rm(join(folder, 'postgres/port'))
}

/** A port whose neighbour is free too, for the provider; below those that the kernel gives to outgoing connections. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  // `once` rejects on an error, which here is a port that is taken.
  const free = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return free
}
