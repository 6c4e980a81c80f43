import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { cloneData, freePorts, startEnvironment } from '#test/prepared-data.ts'

const root = join(import.meta.dirname, '..')
export const password = 'countinghouse-demo-1'

/** The whole application, as `npm start` runs it, with demo data in a folder of its own. */
export interface RunningApp {
  url: string
  /** Runs a command of the project's own against the same data, and gives what it printed. */
  run(script: string, args?: string[]): Promise<{ code: number; output: string }>
}
/** A merchant's server that takes webhooks. */
export interface Receiver {
  url: string
  received: { headers: Record<string, string>; body: string }[]
  /** What it answers to the next requests; 200 when none is left. */
  answers: number[]
}

export const test = base.extend<{ receiver: Receiver }, { app: RunningApp; data: string }>({
  /** The data that a file shares with others of its worker. One whose name begins with `counted` has no past payments, for files that
   * count rows. A file that leaves people with second factors has a name of its own. */
  data: ['shared', { scope: 'worker', option: true }],
  app: [
    async ({ data }, use) => {
      const folder = process.env['E2E_FOLDER'] ?? ''
      const dataDir = await mkdtemp(join(folder, 'servers', `${data}-`))
      await cloneData(join(folder, data.startsWith('counted') ? 'without-past' : 'with-past'), dataDir)
      const port = await freePorts()
      const env = {
        ...process.env,
        ...startEnvironment,
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'fatal',
      }
      const child = spawn(process.execPath, ['server/main.ts'], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await untilSaid(child, 'Sign in as')
      await use({ url: `http://localhost:${port}`, run: (script, args = []) => run([script, ...args], env) })
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // eslint-disable-next-line no-empty-pattern
  receiver: async ({}, use) => {
    const receiver: Receiver = { url: '', received: [], answers: [] }
    const server = createServer((request, response) => {
      void textOf(request).then((body) => {
        receiver.received.push({ headers: request.headers as Record<string, string>, body })
        response.writeHead(receiver.answers.shift() ?? 200).end('thanks')
      })
    })
    receiver.url = `http://127.0.0.1:${await portOf(server)}/hook`
    await use(receiver)
    server.close()
  },
})
export { expect } from '@playwright/test'

async function untilSaid(child: ChildProcess, words: string): Promise<void> {
  let said = ''
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    said += String(chunk)
    if (said.includes(words)) return
  }
  throw new Error(`the app ended before it was ready: ${said}`)
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
