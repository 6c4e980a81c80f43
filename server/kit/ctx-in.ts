import type { Ctx, House, Owner } from './ctx.ts'
import type { Scope, Transaction } from './db.ts'
import type { Jobs } from './jobs.ts'

/** The context of a transaction: who asks and where, with what the house shares. */
export function ctxIn(
  tx: Transaction,
  parts: { jobs: Jobs; house: House; now: () => Date },
  { scope, owner, merchants = null }: { scope: Scope; owner: Owner; merchants?: readonly string[] | null },
  asked: Pick<Ctx, 'requestId' | 'actor' | 'user' | 'client' | 'about'>,
): Ctx {
  return {
    ...asked,
    db: tx.db,
    tx,
    scope,
    owner,
    merchants,
    now: parts.now(),
    house: parts.house,
    enqueue: parts.jobs.enqueueIn(tx, owner, asked.requestId),
    async enter(next, actor = asked.actor) {
      const entered: Scope = { merchantIds: [next.merchantId], environment: next.environment }
      await tx.enter(entered)
      return ctxIn(tx, parts, { scope: entered, owner: next }, { ...asked, actor })
    },
  }
}
