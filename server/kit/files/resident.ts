import { spawn, type ChildProcess } from 'node:child_process'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import { confined } from './run-apart.ts'

/** A program that does one job after another, for work whose start would take longer than the work. */
export interface ResidentProgram {
  /** Its file; it answers each message of its parent by one of its own. */
  path: string
  /** Further options of Node. */
  options?: readonly string[]
  /** A job that takes longer ends with its child. */
  timeoutMs: number
  /** Without a job for so long the child ends, and its memory goes back to the system. */
  idleMs: number
  /** After so many jobs it is replaced. */
  jobsMost: number
  /** How many may wait, and what the others get. */
  queue: number
  full: () => Error
}

/** Does the job of a message, by one child of this process at a time. Rejects when it fails, or its child ends. */
export type Resident = <Answer>(message: object) => Promise<Answer>

/**
 * Runs a program in a confined child process, as `runApart` does, that stays for further jobs. It is killed after `timeoutMs`, and a
 * new one does the next job.
 */
export function createResident(program: ResidentProgram): Resident {
  const oneAtATime = createConcurrencyLimit({ concurrent: 1, queue: program.queue, full: program.full })
  let child: ChildProcess | undefined
  let jobs = 0
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const ready = (): ChildProcess => {
    if (child?.connected && jobs < program.jobsMost) return child
    end()
    jobs = 0
    return (child = started(program))
  }

  return <Answer>(message: object) =>
    oneAtATime.pass(async () => {
      clearTimeout(idle)
      const worker = ready()
      jobs += 1
      try {
        return await answerOf<Answer>(worker, message, program.timeoutMs)
      } catch (error) {
        if (!(error instanceof JobError)) end()
        throw error
      } finally {
        idle = setTimeout(end, program.idleMs).unref()
      }
    })
}

function started({ path, options = [] }: ResidentProgram): ChildProcess {
  const child = spawn(process.execPath, [...confined, ...options, path], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  // It does not keep this process alive; a job under way does.
  child.unref()
  child.channel?.unref?.()
  return child
}

/** The job itself failed; its child goes on. */
class JobError extends Error {}
/** What a child answers. */
export type JobAnswer = { done: unknown } | { failed: string }

function answerOf<Answer>(child: ChildProcess, message: object, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => over(() => reject(new Error('the job took too long'))), timeoutMs)
    const over = (settle: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage).off('exit', onExit).off('error', onExit)
      settle()
    }
    const onMessage = (answer: JobAnswer) =>
      over(() => ('done' in answer ? resolve(answer.done as Answer) : reject(new JobError(answer.failed))))
    const onExit = () => over(() => reject(new Error('the process of the job ended')))
    child.on('message', onMessage).on('exit', onExit).on('error', onExit)
    child.send(message, (error) => {
      if (error) onExit()
    })
  })
}

/** The child's side: does each job, and ends when its parent does. */
export function serveJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', (job: Job) => {
    work(job).then(
      (done) => process.send?.({ done } satisfies JobAnswer),
      (error: unknown) => process.send?.({ failed: String(error) } satisfies JobAnswer),
    )
  })
}
