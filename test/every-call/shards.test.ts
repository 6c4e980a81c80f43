import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shards } from './shards.ts'

it.each(['every-call', 'gate-matrix'])('%s has a file for each shard, so that no call is left out', (name) => {
  const files = readdirSync(import.meta.dirname).filter((file) => new RegExp(`^${name}-\\d+\\.test\\.ts$`).test(file))
  expect(files.toSorted()).toEqual(Array.from({ length: shards }, (_, at) => `${name}-${at + 1}.test.ts`).toSorted())
})
