import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { confined } from './run-apart.ts'

/** A program that reads an untrusted file as it comes, and writes lines of JSON about it. */
interface Streamed {
  /** Its file. */
  path: string
  argument: object
  /** What it reads from standard input. */
  input: AsyncIterable<Uint8Array>
  timeoutMs: number
  /** Further options of Node. */
  options?: readonly string[]
}

/**
 * What a program says of an untrusted file, line by line, from a confined child process as that of `runApart`. Neither side reads
 * further ahead than a pipe holds, so memory does not grow with the file. The child is killed after `timeoutMs`, and when nobody
 * reads on. Throws when it fails.
 */
export async function* streamApart({
  path,
  argument,
  input,
  timeoutMs,
  options = [],
}: Streamed): AsyncGenerator<unknown> {
  const child = spawn(process.execPath, [...confined, ...options, path, JSON.stringify(argument)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const closed = once(child, 'close')
  closed.catch(() => {})
  let inputFault: unknown
  // A child that exits early closes the pipe; its exit code tells more.
  const fed = pipeline(Readable.from(input, { objectMode: false }), child.stdin).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'EPIPE' && child.exitCode === null) inputFault = error
  })
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) yield JSON.parse(line)
    await fed
    const [code] = (await closed) as [number | null]
    if (inputFault) throw inputFault
    if (code !== 0) throw new Error(`a child that reads a file ended with ${code}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** The child's side: writes a line, and waits while the pipe is full. */
export async function writeLine(value: unknown): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain')
}
