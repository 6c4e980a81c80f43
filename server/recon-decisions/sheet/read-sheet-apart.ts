import { writeLine } from '#server/kit/files/stream-apart.ts'
import { decidedRows, type SheetAsked } from './decided-rows.ts'

/** A process that reads one sheet from standard input and writes what is filled in in it. */
const asked = JSON.parse(process.argv[2] ?? '') as SheetAsked
for await (const line of decidedRows(asked, process.stdin)) await writeLine(line)
// What is left of a refused file is not read.
process.stdin.destroy()
