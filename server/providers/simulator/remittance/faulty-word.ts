import { createHash } from 'node:crypto'
import { chanceOf } from '../settlement/line.ts'
import type { WordFault, WordLine, WordRecord } from './records.ts'

/** The lines of a word with what was asked to be wrong with them. `name` chooses the payment, the same each time. */
export function faultyWord(
  lines: readonly WordLine[],
  fault: WordFault,
  name: string,
): Pick<WordRecord, 'lines' | 'fault' | 'left_out'> {
  const payments = lines.filter(({ kind }) => kind === 'payment')
  const chosen = payments[Math.floor(chanceOf('word', name) * payments.length)]
  if (!chosen) return { lines: [...lines] }
  const changed = lines.flatMap((line) => (line === chosen ? changes[fault](line, name) : [line]))
  return { lines: changed, fault, ...(fault === 'payment_too_few' && { left_out: chosen.key }) }
}

const changes: Record<WordFault, (line: WordLine, name: string) => WordLine[]> = {
  payment_too_many: (line, name) => [line, { ...line, key: '', ref: strangerOf(name) }],
  payment_too_few: () => [],
  payment_twice: (line) => [line, line],
  other_amount: (line) => [{ ...line, gross_minor: lessOne(line.gross_minor), net_minor: lessOne(line.net_minor) }],
}
/** A reference that nobody ever asked for. */
const strangerOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16)
const lessOne = (minor: string): string => String(BigInt(minor) - 1n)
