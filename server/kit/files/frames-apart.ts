import { PassThrough } from 'node:stream'
import { childThatReads, untilEnded, type Streamed } from './stream-apart.ts'

/** A piece of what a program says of a file: a line of JSON, and the bytes that it announces by `bytes`. */
export interface Frame<Head extends object = object> {
  head: Head
  payload: Buffer[]
}

/**
 * What a program says of an untrusted file, as `streamApart` does, with rows as bytes that nobody here looks into. The child is
 * some megabytes ahead, so that it reads on while its reader waits for the database.
 */
export async function* framesApart<Head extends object>(streamed: Streamed): AsyncGenerator<Frame<Head>> {
  const { output, ended, kill } = childThatReads(streamed)
  const ahead = output.pipe(new PassThrough({ highWaterMark: bytesAhead }))
  try {
    yield* untilEnded(framesIn<Head>(ahead), ended)
  } finally {
    kill()
    ahead.destroy()
  }
}
const bytesAhead = 4 * 1024 * 1024

async function* framesIn<Head extends object>(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame<Head>> {
  let line: Buffer[] = []
  let head: Head | null = null
  let payload: Buffer[] = []
  let wanted = 0
  for await (const piece of pieces) {
    let at = 0
    while (at < piece.length) {
      if (head === null) {
        const end = piece.indexOf(10, at)
        if (end < 0) {
          line.push(piece.subarray(at))
          break
        }
        head = JSON.parse(Buffer.concat([...line, piece.subarray(at, end)]).toString()) as Head
        line = []
        wanted = (head as { bytes?: number }).bytes ?? 0
        at = end + 1
      }
      const taken = piece.subarray(at, at + wanted)
      if (taken.length > 0) payload.push(taken)
      wanted -= taken.length
      at += taken.length
      if (wanted > 0) break
      yield { head, payload }
      head = null
      payload = []
    }
  }
}

/** The child's side: writes a head with its rows, and waits until the pipe has taken them. */
export const writeFrame = (head: object, payload?: Buffer): Promise<void> =>
  new Promise((written) => {
    process.stdout.write(`${JSON.stringify(payload ? { ...head, bytes: payload.length } : head)}\n`)
    process.stdout.write(payload ?? Buffer.alloc(0), () => written())
  })
