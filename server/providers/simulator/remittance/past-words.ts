import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { emptyBook } from '../book.ts'
import { lockFolder } from '../lock.ts'
import { partOf } from '../settlement/closings.ts'
import { movedBy, type Moved } from '../settlement/line.ts'
import { standardSeed } from '../settlement/settlement.ts'
import { openStore } from '../store.ts'
import type { PastWord } from './past.ts'
import { lineOfWord, linesOfWord, refAfter, settledOn } from './words.ts'

/**
 * What the simulator would have told by `now` of the payments in its folder, with an address to tell it to: as it tells it once it runs, in
 * the order of time. Fails while a simulator runs on the folder.
 */
export async function wordsOfPast(dir: string, now: Date): Promise<PastWord[]> {
  const lock = await lockFolder(dir)
  try {
    const book = emptyBook()
    await (await openStore(dir, book.record)).close()
    const today = now.toISOString().slice(0, 10)
    const batches = new Map<string, { day: Day; account: string; batch: string; moved: Moved[] }>()
    for (const operation of book.operations()) {
      const moved = movedBy(book, operation)
      if (!moved?.payment.callback_url || book.remittances.isTold(operation.record.key)) continue
      const [day, { account, record }] = [settledOn(moved), moved]
      if (day > today) continue
      const batch = `${partOf(moved.at, []).number}-${record.currency}`
      const name = `${day} ${account} ${batch}`
      const group = batches.get(name) ?? { day, account, batch, moved: [] }
      group.moved.push(moved)
      batches.set(name, group)
    }
    const counts = new Map<string, number>()
    return [...batches].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, group]) => toldOf(group, counts)) // prettier-ignore
  } finally {
    await lock.release()
  }
}

/** `counts` has how many words there are of each batch of an account. */
function toldOf(
  { day, account, batch, moved }: { day: Day; account: string; batch: string; moved: readonly Moved[] },
  counts: Map<string, number>,
): PastWord[] {
  const inTurn = moved.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const words: PastWord[] = []
  for (let from = 0; from < inTurn.length; from += linesOfWord) {
    const count = counts.get(`${account} ${batch}`) ?? 0
    counts.set(`${account} ${batch}`, count + 1)
    words.push({
      settled: refAfter(batch, count),
      at: new Date(`${day}T00:00:00Z`),
      merchantAccount: account,
      currency: batch.slice(batch.indexOf('-') + 1) as Currency,
      settledOn: day,
      lines: inTurn.slice(from, from + linesOfWord).map((one) => {
        const { gross_minor: gross, net_minor: net, ...line } = lineOfWord(one, standardSeed)
        return { ...line, grossMinor: BigInt(gross), netMinor: BigInt(net) }
      }),
    })
  }
  return words
}
