import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createResident } from './resident.ts'
import type { ExampleJob } from '#test/resident-example.ts'

const resident = (over: Partial<Parameters<typeof createResident>[0]> = {}) => {
  const ask = createResident({
    path: join(import.meta.dirname, '../../../test/resident-example.ts'),
    timeoutMs: 10_000,
    idleMs: 60_000,
    jobsMost: 100,
    queue: 10,
    full: () => new Error('full'),
    ...over,
  })
  return (job: ExampleJob) => ask<number>(job).then(String, (error: Error) => error.message)
}

it('one process does the jobs, also after one that failed', async () => {
  const ask = resident()
  const pid = await ask({ do: 'answer' })
  expect(await ask({ do: 'fail' })).toMatch(/this job/)
  expect(await Promise.all([ask({ do: 'answer' }), ask({ do: 'answer' })])).toEqual([pid, pid])
})

it('one that ends or hangs is killed, and the next job has a new one', async () => {
  const ask = resident({ timeoutMs: 1_500 })
  const pids = [await ask({ do: 'answer' })]
  expect(await ask({ do: 'exit' })).toBe('the process of the job ended')
  pids.push(await ask({ do: 'answer' }))
  expect(await ask({ do: 'hang' })).toBe('the job took too long')
  pids.push(await ask({ do: 'answer' }))
  expect(new Set(pids).size).toBe(3)
})

it('after so many jobs it is replaced, and who finds the queue full is told', async () => {
  const ask = resident({ jobsMost: 2, queue: 3 })
  const pids = await Promise.all(Array.from({ length: 5 }, () => ask({ do: 'answer' })))
  expect(new Set(pids.slice(0, 2)).size).toBe(1)
  expect(pids[2]).not.toBe(pids[1])
  expect(pids[4]).toBe('full')
})

it('it reads the program and nothing else, and has no environment', async () => {
  const ask = resident()
  expect(await ask({ do: 'environment' })).toBe('0')
  expect(Number(await ask({ do: 'read', path: import.meta.filename }))).toBeGreaterThan(100)
  expect(await ask({ do: 'read', path: '/etc/hostname' })).toMatch(/ERR_ACCESS_DENIED|restricted/)
})
