import { expect, test } from 'vitest'
import { createLru } from './lru.ts'

test('a full cache drops the least recently used entry', () => {
  const cache = createLru<number>(2)
  cache.remember('a', 1)
  cache.remember('b', 2)
  cache.recall('a')
  cache.remember('c', 3)
  expect(['a', 'b', 'c'].map((name) => cache.recall(name))).toEqual([1, undefined, 3])
})
