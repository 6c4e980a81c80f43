import type { Ctx } from '#server/kit/ctx.ts'
import type { Transaction } from './db.ts'

/**
 * Reads a value of the owner once in a transaction and shares the promise with later callers. A caller can therefore
 * start the read early, beside another statement that has to be awaited anyway. A failed read is not kept.
 * @param name the key of the value among all memos of the transaction.
 */
export function memo<T>({ tx, owner }: Pick<Ctx, 'tx' | 'owner'>, name: string, read: () => Promise<T>): Promise<T> {
  const known = found.get(tx) ?? new Map<string, Promise<unknown>>()
  found.set(tx, known)
  const key = `${name} ${owner.merchantId} ${owner.environment}`
  const result = (known.get(key) as Promise<T> | undefined) ?? read()
  known.set(key, result)
  // A read that was started early may fail before a caller awaits it.
  result.catch(() => known.delete(key))
  return result
}
const found = new WeakMap<Transaction, Map<string, Promise<unknown>>>()
