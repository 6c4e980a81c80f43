import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Line } from './records.ts'

/**
 * The append-only file of the simulator, one JSON line each. What is appended is on disk (fdatasync) when the promise
 * resolves; lines that arrive while the disk is busy share the next write, so that many callers pay for one.
 */
export interface Store {
  append(line: Line): Promise<void>
  /** Resolves when everything appended before is on disk: nothing may be answered that a crash could take back. */
  durable: () => Promise<void>
  /** The lines as recorded, from line `from` (1 is the first), at most `limit`. */
  read(from: number, limit: number): Promise<NumberedLine[]>
  /** How many lines there are, those on their way to the disk included. */
  count(): number
  close(): Promise<void>
}
interface NumberedLine {
  number: number
  line: Line
}

/**
 * Opens `<dir>/events.ndjson`, hands each of its lines to `load` and cuts a torn last one off: it was never answered.
 * A damaged line anywhere else is an error, as going on would forget what it said.
 */
export async function openStore(dir: string, load: (line: Line) => void): Promise<Store> {
  await mkdir(dir, { recursive: true })
  const path = join(dir, 'events.ndjson')
  const file = await open(path, 'a+')
  try {
    let count = 0
    let length = 0
    for await (const { number, text, end } of linesOf(path)) {
      load(parsed(text, number))
      count = number
      length = end
    }
    await file.truncate(length)
    await file.datasync()
    await syncDirectory(dir)
    return storeOn({ file, path, count })
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A new file's name is in its folder, which is synchronised apart. */
async function syncDirectory(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

function storeOn({ file, path, count }: { file: FileHandle; path: string; count: number }): Store {
  let waiting: string[] = []
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let lines = count

  /**
   * After a failed write the content of the file is unknown: `last` stays rejected and every later append fails too.
   */
  async function flush(before: Promise<void>): Promise<void> {
    await before
    next = null
    const batch = waiting
    waiting = []
    await file.appendFile(batch.join(''))
    await file.datasync()
  }

  const store: Store = {
    append(line) {
      waiting.push(JSON.stringify(line) + '\n')
      lines += 1
      next ??= last = flush(last)
      return next
    },
    durable: () => last,
    async read(from, limit) {
      const upTo = Math.min(lines, from + limit - 1)
      await store.durable()
      const found: NumberedLine[] = []
      for await (const { number, text } of linesOf(path)) {
        if (number > upTo) break
        if (number >= from) found.push({ number, line: parsed(text, number) })
      }
      return found
    },
    count: () => lines,
    async close() {
      await store.durable().catch(() => undefined)
      await file.close()
    },
  }
  return store
}

/** Each whole line of the file with its number and the offset of its end; what follows the last line feed is torn. */
async function* linesOf(path: string): AsyncGenerator<{ number: number; text: string; end: number }> {
  const file = await open(path, 'r')
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  let end = 0
  for await (const chunk of file.createReadStream({ highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    let start = 0
    for (let feed = bytes.indexOf(0x0a); feed >= 0; feed = bytes.indexOf(0x0a, start)) {
      number += 1
      end += feed + 1 - start
      yield { number, text: bytes.toString('utf8', start, feed), end }
      start = feed + 1
    }
    rest = bytes.subarray(start)
  }
}

function parsed(text: string, number: number): Line {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    throw new Error(`The simulator's file is damaged at line ${number}.`)
  }
}
