import type { Ctx, House, Owner } from './ctx.ts'
import type { Db, Scope, Transaction } from './db.ts'
import { enqueueIn } from './new-job.ts'

interface Parts {
  house: House
  now: () => Date
}
type Asked = Pick<Ctx, 'requestId' | 'actor' | 'user' | 'client' | 'about'>

/** The context of a transaction: who asks and where, with what the house shares. */
export const ctxIn = (
  tx: Transaction,
  parts: Parts,
  { scope, owner, merchants = null }: { scope: Scope; owner: Owner; merchants?: readonly string[] | null },
  asked: Asked,
): Ctx => {
  const enqueue = enqueueIn(tx, owner, asked.requestId)
  const { house } = parts
  return new TransactionCtx(parts, { ...asked, tx, scope, owner, merchants, now: parts.now(), house, enqueue })
}

type Told = Omit<Ctx, 'db' | 'enter' | 'with'>

/**
 * A class for its getter: V8 takes one in an object's literal, like a function that is assigned to a property, for one
 * that lives long, and all that it reaches would stay until the whole heap is collected.
 */
class TransactionCtx implements Ctx {
  declare readonly tx: Transaction
  declare readonly scope: Scope
  declare readonly owner: Owner
  declare readonly merchants: Ctx['merchants']
  declare readonly now: Date
  declare readonly requestId: string
  declare readonly actor: Ctx['actor']
  declare readonly user: Ctx['user']
  declare readonly client: Ctx['client']
  declare readonly house: House
  declare readonly enqueue: Ctx['enqueue']
  declare readonly about: Ctx['about']
  readonly #parts: Parts

  constructor(parts: Parts, told: Told) {
    this.#parts = parts
    Object.assign(this, told)
  }

  get db(): Db {
    return this.tx.queries()
  }

  async enter(owner: Owner, actor = this.actor): Promise<Ctx> {
    const scope: Scope = { merchantIds: [owner.merchantId], environment: owner.environment }
    await this.tx.enter(scope)
    return ctxIn(this.tx, this.#parts, { scope, owner }, { ...(this as Asked), actor })
  }

  with(changes: Partial<Told>): Ctx {
    return new TransactionCtx(this.#parts, { ...(this as Told), ...changes })
  }
}
