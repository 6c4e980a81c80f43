import { setTimeout as pause } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { lookAnywaySeconds } from './due-queues.ts'

/**
 * Works a queue with up to `parallel` independent jobs in this process, so that a job that waits for another system
 * delays no other. A job is completed when `run` resolves and retried when it throws.
 *
 * `look` says that the queue has jobs to be taken. `stop` takes no more jobs, waits a few seconds for the running ones and returns
 * the rest to the queue.
 */
export function workApart(
  boss: PgBoss,
  { name, parallel, run, onError }: ApartOptions,
): { look(): void; stop(): Promise<void> } {
  const running = new Map<string, { job: Job<object>; done: Promise<void> }>()
  const underWay = () => [...running.values()].map(({ job }) => job)
  let stopping = false
  let resting = new AbortController()
  /** Since the last look a job has ended, so that a slot is free, or the queue was said to have more. */
  let isCalled = false
  const report = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)))

  async function work(job: Job<object>): Promise<void> {
    try {
      await run(job)
      await boss.complete(name, job)
    } catch (error) {
      await boss.fail(name, job, { message: (error as Error).message })
    }
  }

  async function takeAll(): Promise<void> {
    while (!stopping) {
      isCalled = false
      const free = Math.min(parallel - running.size, takenAtOnce)
      const taken = free > 0 ? await boss.fetch<object>(name, { batchSize: free }) : []
      for (const job of taken) {
        // A result that cannot be written leaves the job without a heartbeat; it is retried as after a crash.
        const done = work(job)
          .catch(report)
          .finally(() => leave(job))
        running.set(job.id, { job, done })
      }
      if (!isCalled && taken.length < Math.max(free, 1)) await rest()
    }
  }
  function leave(job: Job<object>): void {
    running.delete(job.id)
    look()
  }
  function look(): void {
    isCalled = true
    resting.abort()
  }
  async function rest(): Promise<void> {
    // Told to stop while it asked.
    if (stopping) return
    resting = new AbortController()
    await pause(lookAnywaySeconds * 1_000, undefined, { signal: resting.signal }).catch(() => {})
  }

  async function takeUntilStopped(): Promise<void> {
    while (!stopping) await takeAll().catch((error: unknown) => (report(error), rest()))
  }
  const taking = takeUntilStopped()
  const heartbeat = setInterval(() => {
    if (running.size > 0) boss.touch(name, underWay()).catch(report)
  }, heartbeatMs)

  return {
    look,
    async stop() {
      stopping = true
      resting.abort()
      await taking
      await Promise.race([
        Promise.all([...running.values()].map(({ done }) => done)),
        pause(graceMs, undefined, { ref: false }),
      ])
      clearInterval(heartbeat)
      if (running.size > 0) await boss.fail(name, underWay(), { message: 'the worker stopped' }).catch(report)
    },
  }
}

export interface ApartOptions {
  name: string
  parallel: number
  run(job: { id: string; data: unknown }): Promise<void>
  onError(error: Error): void
}

const takenAtOnce = 16
const heartbeatMs = 4_000
const graceMs = 4_000
