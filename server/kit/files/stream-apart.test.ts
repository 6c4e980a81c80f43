import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { framesApart } from './frames-apart.ts'
import { InputFault, streamApart } from './stream-apart.ts'

/** In the program's folder, since a confined child reads no other. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, 'apart-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function linesOf(program: string, input: AsyncIterable<Uint8Array>): Promise<unknown[]> {
  const path = join(folder, `${crypto.randomUUID()}.mjs`)
  await writeFile(path, program)
  const lines: unknown[] = []
  for await (const line of streamApart({ path, argument: {}, input, timeoutMs: 10_000 })) lines.push(line)
  return lines
}
async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) yield Buffer.alloc(65_536, n)
}

it('takes the word of a program that has read enough and closes its input, however late it ends', async () => {
  const program = `process.stdin.destroy()
    setTimeout(() => process.stdout.write('{"read":"enough"}\\n'), 200)`
  expect(await linesOf(program, pieces(100))).toEqual([{ read: 'enough' }])
})

it('fails with the fault of what is read, whatever the program says of the part that came', async () => {
  const broken = async function* () {
    yield* pieces(1)
    throw new Error('the connection is gone')
  }
  const program = `let size = 0
    for await (const piece of process.stdin) size += piece.length
    process.stdout.write(JSON.stringify({ size }) + '\\n')`
  await expect(linesOf(program, broken())).rejects.toThrow(InputFault)
})

it('fails when the program does, also in the middle of what it reads, which is no fault of what is read', async () => {
  await expect(linesOf('process.exit(3)', pieces(3))).rejects.toThrow('ended with 3')
  const program = 'for await (const piece of process.stdin) process.exit(3)'
  const failed: unknown = await linesOf(program, pieces(300)).catch((error: unknown) => error)
  expect(failed).not.toBeInstanceOf(InputFault)
  expect(failed).toMatchObject({ message: 'a child that reads a file ended with 3' })
})

it('never says of a part of a file what a program would say of the whole', async () => {
  const broken = async function* () {
    yield* pieces(3)
    throw new Error('the disk is gone')
  }
  const program = `for await (const piece of process.stdin);
    process.stdout.write('{"kind":"rows","bytes":2}\\nok{"kind":"end"}\\n')`
  const path = join(folder, `${crypto.randomUUID()}.mjs`)
  await writeFile(path, program)
  const frames: object[] = []
  const all = async () => {
    for await (const { head } of framesApart({ path, argument: {}, input: broken(), timeoutMs: 10_000 }))
      frames.push(head)
  }
  await expect(all()).rejects.toThrow(InputFault)
  expect(frames).toEqual([{ kind: 'rows', bytes: 2 }])
})
