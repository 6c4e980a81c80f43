import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A child process of the bench, which answers questions over its IPC channel. */
export interface Process {
  pid: number
  ask<Answer>(question: unknown): Promise<Answer>
  stop(): Promise<void>
}

/** Starts `bench/<file>` with its task; resolves with its first message once it is ready. */
export async function startProcess<Ready>(
  file: string,
  task: unknown,
  { nodeOptions = [] }: { nodeOptions?: string[] } = {},
): Promise<Process & { ready: Ready }> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(task)], { execArgv: nodeOptions })
  const ready = await answerOf<Ready>(child, file)
  return {
    ready,
    pid: child.pid ?? 0,
    ask<Answer>(question: unknown) {
      child.send({ question })
      return answerOf<Answer>(child, file)
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

async function answerOf<Answer>(child: ChildProcess, file: string): Promise<Answer> {
  const over = new AbortController()
  const { signal } = over
  const answer = once(child, 'message', { signal }).then(([message]) => message as { answer: Answer })
  const end = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${file} ended with ${String(code)}`)
  })
  answer.catch(() => {})
  end.catch(() => {})
  return (await Promise.race([answer, end]).finally(() => over.abort())).answer
}

/** The task that this process was started with. */
export const taskOf = <Task>(): Task => JSON.parse(process.argv[2] ?? 'null') as Task

/** Reports that this process is ready, then answers each question; exits when its parent has gone. */
export function serveQuestions<Question>(
  ready: unknown,
  answer: (question: Question) => unknown,
  { atEnd = () => {} }: { atEnd?: () => unknown } = {},
): void {
  process.on('message', ({ question }: { question: Question }) => {
    Promise.resolve(answer(question)).then(
      (found) => process.send?.({ answer: found ?? null }),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => void Promise.resolve(atEnd()).finally(() => process.exit(0)))
  process.send?.({ answer: ready ?? null })
}
