import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The folder of the project. */
export const root = join(import.meta.dirname, '../..')

/** The platform whose notices are written: the one for which npm brings Node and PostgreSQL along. */
export const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' }

/** A package of npm that is part of an installation. */
export interface Package {
  /** Its folder, as the lock file names it. */
  path: string
  name: string
  version: string
  /** An SPDX expression, of licences that may be shipped. */
  licence: string
  /** Whether `npm ci --omit=dev` installs it, and whether something of it is in the built files for browsers. */
  installed: boolean
  bundled: boolean
}

export interface Shipped {
  packages: Package[]
  /** Packages that take the place of others on other platforms. */
  elsewhere: Package[]
}

const someOf = z.union([z.string().transform((one) => [one]), z.string().array()]).optional()
const needs = z.record(z.string(), z.string()).default({})
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      os: someOf,
      cpu: someOf,
      libc: someOf,
      dependencies: needs,
      optionalDependencies: needs,
      peerDependencies: needs,
    }),
  ),
})
type Locked = z.infer<typeof lockFile>['packages'][string]

/**
 * The packages of an installation: those that production needs, and those that the build has put into the files for
 * browsers.
 * @throws Error when there is no build, or a licence is missing or unknown.
 */
export function shippedPackages(lock: unknown = readJson('package-lock.json'), built = builtFrom()): Shipped {
  const { packages } = lockFile.parse(lock)
  const bundled = new Set(built)
  for (const path of built)
    if (!packages[path]) throw new Error(`${path} is in the built files and not in the lock file`)
  const all = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (!dev || bundled.has(path)))
    .map(([path, locked]) => packageOf(path, locked, bundled))
    .sort((a, b) => compare(a.name, b.name) || compare(a.path, b.path))
  const installed = installedHere(packages)
  const isHere = ({ path }: Package) => installed.has(path) || bundled.has(path)
  return { packages: all.filter(isHere), elsewhere: all.filter((one) => !isHere(one)) }
}

function packageOf(path: string, { version, license, dev }: Locked, bundled: Set<string>): Package {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const said = chosen[name] ?? license ?? inTheirFile[name]
  const licences = said?.split(/\bAND\b|\bOR\b|[()]/).map((part) => part.trim()).filter((part) => part !== '') // prettier-ignore
  const unknown = licences?.filter((licence) => !mayBeShipped.includes(licence))
  if (!said) throw new Error(`${name} ${version} has no licence in its package.json: it cannot be shipped`)
  if (unknown?.length !== 0)
    throw new Error(
      `${name} ${version} has the licence ${said}: if it may be shipped, enter it in tools/notices/packages.ts`,
    )
  return { path, name, version, licence: said, installed: !dev, bundled: bundled.has(path) }
}

/** Of packages that offer several in words of their own, the licence that they are shipped under. */
const chosen: Partial<Record<string, string>> = { ibantools: 'MIT' }

/** Packages that say their licence only in the file of its text. */
const inTheirFile: Partial<Record<string, string>> = {
  'png-js': 'MIT',
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  ssh2: 'MIT',
}

/** Licences whose terms were read and allow distribution with a closed product. */
const mayBeShipped = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]

/** The packages in the files for browsers, from the list that vite.config.ts writes with each build. */
function builtFrom(): string[] {
  try {
    return z.string().array().parse(readJson('dist/packages.json'))
  } catch (error) {
    throw new Error('There is no build to look at: node tools/setup.mjs makes one', { cause: error })
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

/** The packages that npm installs on the platform: reachable from the project's dependencies over packages that support it. */
function installedHere(packages: Record<string, Locked>): Set<string> {
  const found = new Set<string>()
  const visit = (path: string): void => {
    const locked = packages[path]
    if (found.has(path) || !locked || !isForPlatform(locked)) return
    found.add(path)
    for (const name of Object.keys({
      ...locked.dependencies,
      ...locked.optionalDependencies,
      ...locked.peerDependencies,
    }))
      visit(placeOf(name, path, packages))
  }
  visit('')
  return found
}

/** Node's resolution: the folder `node_modules` of the package itself, or of the nearest package around it. */
function placeOf(name: string, from: string, packages: Record<string, Locked>): string {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (from === '' || packages[place]) return place
  return placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), packages)
}

function isForPlatform(locked: Locked): boolean {
  return (['os', 'cpu', 'libc'] as const).every((trait) => includes(locked[trait], platform[trait]))
}

/** Lists such as `os` may exclude instead: `!win32`. */
function includes(listed: string[] | undefined, wanted: string): boolean {
  if (listed === undefined || listed.length === 0) return true
  return listed.includes(wanted) || (listed[0]?.startsWith('!') === true && !listed.includes(`!${wanted}`))
}

/** By code unit, so that the order is the same in every locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
