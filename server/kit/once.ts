import type { Ctx } from './ctx.ts'
import type { Transaction } from './db.ts'

/**
 * Reads something of the owner's once in a transaction, however many ask for it, as it was when the first one did: so it
 * can be asked for ahead, together with what has to be waited for anyway. One that fails is read again.
 * @param name tells it from all else that is read so.
 */
export function once<T>({ tx, owner }: Pick<Ctx, 'tx' | 'owner'>, name: string, read: () => Promise<T>): Promise<T> {
  const known = found.get(tx) ?? new Map<string, Promise<unknown>>()
  found.set(tx, known)
  const key = `${name} ${owner.merchantId} ${owner.environment}`
  const result = (known.get(key) as Promise<T> | undefined) ?? read()
  known.set(key, result)
  // Asked for ahead, it may fail before anybody waits for it.
  result.catch(() => known.delete(key))
  return result
}
const found = new WeakMap<Transaction, Map<string, Promise<unknown>>>()
