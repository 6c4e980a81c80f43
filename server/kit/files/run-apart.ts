import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { buffer, text } from 'node:stream/consumers'

/** A program that reads an untrusted file. */
interface Apart {
  /** Its file: a name in this folder, or a whole path. */
  program: string
  argument: object
  /** What it reads from standard input. */
  input: Uint8Array
  timeoutMs: number
  /** Further options of Node. */
  options?: readonly string[]
}
/** What it wrote to standard output and, where it failed, to standard error. */
interface Outcome {
  output: Buffer
  failure: string | null
}

/**
 * Runs a program on an untrusted file in a child process, which is killed after `timeoutMs`. It may crash or never end,
 * and its memory goes back to the system when it ends: a thread would leave it with this process, in pieces. It may read
 * the program's files, and has no other files, no processes and no network.
 */
export async function runApart({ program, argument, input, timeoutMs, options = [] }: Apart): Promise<Outcome> {
  const path = resolve(import.meta.dirname, program)
  const child = spawn(process.execPath, [...confined, ...options, path, JSON.stringify(argument)], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  // A child that exits early closes the pipe; its exit code tells more.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [output, word, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  return { output, failure: code === 0 && output.length > 0 ? null : word }
}

const root = join(import.meta.dirname, '..', '..', '..')
/** The options of Node for a child that may read the program's files and nothing else. */
export const confined = ['--permission', `--allow-fs-read=${root}/*`, '--no-warnings']
