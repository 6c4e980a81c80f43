import type { Compilable } from 'kysely'
import type { Ctx, Services, Owner } from './ctx.ts'
import { appendTo, type AppendOnly, type Appended } from './db/append.ts'
import { scopeOf, type Change, type Db, type Scope, type Transaction } from './db/db.ts'
import { ownRows, type Own } from './db/own.ts'
import { enqueueIn, type Enqueue } from './jobs/new-job.ts'

interface Parts {
  services: Services
  now: () => Date
}
interface Where {
  scope: Scope
  owner: Owner
  merchants?: Ctx['merchants']
  payable?: Ctx['payable']
}
interface Caller extends Pick<Ctx, 'requestId' | 'actor' | 'user' | 'client' | 'auditSubject'> {
  /** Takes what a refused call leaves behind; see `http/left-behind.ts`. */
  left?: Change[]
}

/** The context of a transaction, made of its scope, its actor and the services of the process. */
export const ctxIn = (
  tx: Transaction,
  parts: Parts,
  { scope, owner, merchants = null, payable = null }: Where,
  caller: Caller,
): Ctx =>
  new TransactionCtx({
    ...caller,
    tx,
    scope,
    owner,
    merchants,
    payable,
    now: parts.now(),
    services: parts.services,
  })

type Made =
  | 'db'
  | 'own'
  | 'write'
  | 'evenIfRefused'
  | 'append'
  | 'enqueue'
  | 'afterCommit'
  | 'enter'
  | 'with'
  | 'realNow'
  | 'simulating'
type Fields = Omit<Ctx, Made> & Pick<Caller, 'left'> & { real?: Date }

/**
 * A class because of its getters. V8 treats an object literal with a getter, or with a function assigned to a property,
 * as long-lived: the object and everything reachable from it would stay until a full garbage collection.
 */
class TransactionCtx implements Ctx {
  declare readonly tx: Transaction
  declare readonly scope: Scope
  declare readonly owner: Owner
  declare readonly merchants: Ctx['merchants']
  declare readonly payable: Ctx['payable']
  declare readonly now: Date
  declare readonly requestId: string
  declare readonly actor: Ctx['actor']
  declare readonly user: Ctx['user']
  declare readonly client: Ctx['client']
  declare readonly services: Services
  declare readonly auditSubject: Ctx['auditSubject']
  declare readonly left?: Change[]
  /** Of a simulated time only. */
  declare readonly real?: Date

  constructor(fields: Fields) {
    Object.assign(this, fields)
  }

  get db(): Db {
    return this.tx.queries()
  }
  get own(): Own {
    return ownRows(this.db, this.owner)
  }
  get enqueue(): Enqueue {
    return enqueueIn(this.tx, this.owner, this.requestId)
  }

  write(change: Compilable | Change): void {
    this.tx.write('compile' in change ? change.compile() : change)
  }
  evenIfRefused(change: Compilable | Change): void {
    const compiled = 'compile' in change ? change.compile() : change
    this.left?.push(compiled)
    this.tx.last([compiled], this.scope)
  }
  append<T extends AppendOnly>(table: T, row: Appended<T>): void {
    const { insert, values } = appendTo(table, this.owner, row)
    this.tx.append(insert, values)
  }
  afterCommit(act: () => void): void {
    this.tx.afterCommit(act)
  }

  async enter(owner: Owner, actor = this.actor): Promise<Ctx> {
    const scope = scopeOf(owner)
    await this.tx.enter(scope)
    return this.with({ scope, owner, actor, merchants: null, payable: null })
  }

  get realNow(): Date {
    return this.real ?? this.now
  }
  simulating(time: Date): Ctx {
    return this.with({ now: time, real: this.realNow })
  }

  with(changes: Partial<Fields>): Ctx {
    return new TransactionCtx({ ...(this as Fields), ...changes })
  }
}
