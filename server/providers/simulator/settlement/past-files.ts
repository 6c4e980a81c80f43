import { emptyBook } from '../book.ts'
import { lockFolder } from '../lock.ts'
import { openStore } from '../store.ts'
import { closingsOf } from './closings.ts'
import { filesOf, type SettlementFile } from './files.ts'
import { standardSeed } from './settlement.ts'

/**
 * The files of an account that the simulator would have there at `now`, from its folder: the same bytes as it serves once it runs.
 * Fails while a simulator runs on the folder.
 */
export async function filesOfPast(dir: string, account: string, now: Date): Promise<SettlementFile[]> {
  const lock = await lockFolder(dir)
  try {
    const book = emptyBook()
    await (await openStore(dir, book.record)).close()
    const closings = closingsOf(book, { now, seed: standardSeed }).get(account) ?? []
    return closings.flatMap((closing) => filesOf(closing, standardSeed)).filter(({ at }) => at <= now)
  } finally {
    await lock.release()
  }
}
