import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { webhookTypes } from '#contract/webhooks.ts'

it('events of every type are published by a domain, and of no other', () => {
  const server = join(import.meta.dirname, '..')
  const published = globSync('*/publish-webhook.ts', { cwd: server }).flatMap((file) =>
    Array.from(readFileSync(join(server, file), 'utf8').matchAll(/\{\s+type: '(\w+)'/g), ([, type]) => type),
  )
  expect(new Set<string | undefined>(published)).toEqual(new Set<string>(webhookTypes))
})
