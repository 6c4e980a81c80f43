import { readFileSync } from 'node:fs'
import { realFile } from '#test/real-files.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { type Outcome, type WorkingOut } from './fixtures.ts'
import { ofMerchant } from './sheet-fixtures.ts'

export interface Case {
  name: string
  file: string
  layout: string
  reading?: Partial<Reading>
  change?: (list: string) => string
}
/** A merchant's list and a provider's file, worked out. */
export async function workedOut(app: WorkingOut, { name, file, layout, reading = {}, change = (list) => list }: Case) {
  const pair = await app.pairOf()
  const list = readFileSync(realFile(`e2e_cases/${name}/transactions.csv`), 'utf8')
  await pair.load('a', change(list), { reading: { ...ofMerchant, ...reading } })
  const bytes = readFileSync(realFile(file))
  await pair.load('b', bytes, { layout })
  return { pair, bytes, ...(await pair.run()) }
}
/** Type, amount and currency of the records of a side that are so. */
export const told = (outcomes: readonly Outcome[], side: 'a' | 'b', status: string): string[] =>
  outcomes
    .filter((one) => one.side === side && one.status === status)
    .map(({ type, gross, currency }) => `${type} ${gross} ${currency}`)
    .toSorted()
