import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let clone: string

beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'countinghouse-clone-'))
  await file('package.json', '{"scripts":{"build":"vite build"},"dependencies":{"left":"1.0.0"}}')
  await file('package-lock.json', '{}')
  await file('console/index.html', '<html>')
  await file('console/payment-links/list.tsx', 'export {}')
  await file('contract/payment-links.ts', 'export {}')
  await mkdir(join(clone, 'tools'))
  await copyFile(join(import.meta.dirname, 'setup.mjs'), join(clone, 'tools/setup.mjs'))
  await npm('echo "$@" >> calls; mkdir -p node_modules/.bin && ln -sf /bin/true node_modules/.bin/node')
})
afterEach(() => rm(clone, { recursive: true, force: true }))

describe('setup', () => {
  const install = 'ci --include=dev --include=optional --no-progress --no-audit --no-fund'
  const build = 'run build --silent'

  test('installs and builds a fresh clone, and a second run does neither', async () => {
    expect(setUp()).toMatchObject({ status: 0, stderr: '' })
    expect(await calls()).toEqual([install, build])
    expect(setUp()).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(await calls()).toEqual([install, build])
  })

  test.each([
    ['package-lock.json', '{"changed":1}', [install, build]],
    ['package.json', '{"scripts":{"build":"vite build"},"dependencies":{"left":"2.0.0"}}', [install]],
    ['package.json', '{"scripts":{"build":"vite build","x":"y"},"dependencies":{"left":"1.0.0"}}', []],
    ['console/payment-links/list.tsx', 'export const changed = 1', [build]],
    ['checkout/new.ts', 'export {}', [build]],
    ['server/main.ts', 'export {}', []],
  ])('after %s became %s it does again only what that asks for', async (path, content, expected) => {
    setUp()
    await rm(join(clone, 'calls'))
    await file(path, content)
    expect(setUp().status).toBe(0)
    expect(await calls()).toEqual(expected)
  })

  test('a failed install shows the end of what npm said, then one line, and is tried again the next time', async () => {
    await npm('echo "npm error code EUSAGE" >&2; echo "npm error lock and package differ" >&2; exit 1')
    const { status, stderr } = setUp()
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /npm error lock and package differ\nnpm ci failed after \d+ s: npm error lock and package differ\n$/,
    )
    expect(stderr).not.toMatch(/at .*setup\.mjs/)
    await npm('echo "$@" >> calls; mkdir -p node_modules/.bin && ln -sf /bin/true node_modules/.bin/node')
    expect(setUp().status).toBe(0)
    expect(await calls()).toEqual([install, build])
  })

  test('a failed build is not taken for a build', async () => {
    setUp()
    await file('console/payment-links/list.tsx', 'export const')
    await npm('echo "error: unexpected end of file"; exit 1')
    expect(setUp()).toMatchObject({ status: 1 })
    expect(setUp().stderr).toMatch(/npm run failed after \d+ s: error: unexpected end of file\n$/)
  })

  test('an option that it does not know is an error', () => {
    const line = '--tset is not known: the only option is --test\n'
    expect(setUp('--tset')).toEqual({ status: 1, stdout: '', stderr: line })
  })
})

function setUp(...options: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, 'tools/setup.mjs'), ...options], {
    env: { PATH: `${clone}/bin:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** A package manager that only notes what it was asked for. */
async function npm(script: string): Promise<void> {
  await file('bin/npm', `#!/bin/sh\n${script}\n`)
  await chmod(join(clone, 'bin/npm'), 0o755)
}

async function calls(): Promise<string[]> {
  const text = await readFile(join(clone, 'calls'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}

async function file(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(clone, path)), { recursive: true })
  await writeFile(join(clone, path), content)
}
