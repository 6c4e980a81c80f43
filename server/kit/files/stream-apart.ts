import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { confined } from './run-apart.ts'

/** A program that reads an untrusted file as it comes, and writes lines of JSON about it. */
export interface Streamed {
  /** Its file. */
  path: string
  argument: object
  /** What it reads from standard input. */
  input: AsyncIterable<Uint8Array>
  timeoutMs: number
  /** Further options of Node. */
  options?: readonly string[]
  /** A file without a name that the child may write to and read, under the descriptor 3. */
  spool?: FileHandle
}

/**
 * What a program says of an untrusted file, line by line, from a confined child process as that of `runApart`. Neither side reads
 * further ahead than a pipe holds, so memory does not grow with the file. The child is killed after `timeoutMs`, and when nobody
 * reads on. Throws when it fails, and {@link InputFault} when what it reads does.
 */
export async function* streamApart(streamed: Streamed): AsyncGenerator<unknown> {
  const { output, ended, kill } = childThatReads(streamed)
  try {
    for await (const line of untilEnded(createInterface({ input: output, crlfDelay: Infinity }), ended))
      yield JSON.parse(line)
  } finally {
    kill()
  }
}

/**
 * What a child says, the last of it once the child has ended well: when what it reads fails it sees an end like any other, and says
 * of a part of the file what it would say of the whole.
 */
export async function* untilEnded<Said>(said: AsyncIterable<Said>, ended: () => Promise<void>): AsyncGenerator<Said> {
  let last: { one: Said } | null = null
  for await (const one of said) {
    if (last) yield last.one
    last = { one }
  }
  await ended()
  if (last) yield last.one
}

/** The child itself: what it writes, its end, which throws as {@link streamApart} does, and a way to be rid of it. */
export function childThatReads({ path, argument, input, timeoutMs, options = [], spool }: Streamed): {
  output: Readable
  ended(): Promise<void>
  kill(): void
} {
  const child = spawn(process.execPath, [...confined, ...options, path, JSON.stringify(argument)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore', ...(spool ? [spool.fd] : [])],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  }) as ChildProcessByStdio<Writable, Readable, null>
  const closed = once(child, 'close')
  closed.catch(() => {})
  let fault: { of: unknown } | undefined
  const noted = notingFault(input, (of) => (fault = { of }))
  // A child that has read enough closes the pipe, perhaps before the last of it is seen to have left: its exit code tells whether it failed.
  const fed = pipeline(Readable.from(noted, { objectMode: false }), child.stdin).catch(() => {})
  return {
    output: child.stdout,
    async ended() {
      await fed
      const [code] = (await closed) as [number | null]
      if (fault) throw new InputFault('what is read has failed', { cause: fault.of })
      if (code !== 0) throw new Error(`a child that reads a file ended with ${code}`)
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** What a child was to read has failed, and not the child; the cause says how. */
export class InputFault extends Error {}

/** The same pieces, with a note of the fault of theirs: not of one that their reader throws into them. */
function notingFault(input: AsyncIterable<Uint8Array>, note: (fault: unknown) => void): AsyncIterable<Uint8Array> {
  const pieces = input[Symbol.asyncIterator]()
  const iterator: AsyncIterator<Uint8Array> = {
    next: () =>
      pieces.next().catch((error: unknown) => {
        note(error)
        throw error
      }),
    async return() {
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

/** The child's side: writes a line, and waits until the pipe has taken it. */
export const writeLine = (value: unknown): Promise<void> =>
  new Promise((written) => process.stdout.write(`${JSON.stringify(value)}\n`, () => written()))
