import { writeLine } from '#server/kit/files/stream-apart.ts'
import { readLines } from './read-lines.ts'
import type { SheetAsked } from './sheet-lines.ts'

/** A process that reads one sheet from standard input and writes what it says. */
const asked = JSON.parse(process.argv[2] ?? '') as SheetAsked
for await (const line of readLines(asked, process.stdin)) await writeLine(line)
// What is left of a refused file is not read.
process.stdin.destroy()
