import type { Owner } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db.ts'

/** Whose link a public reference is; null when there is none. Outside the scope on purpose. */
export async function ownerOfLink(tx: Transaction, ref: string): Promise<Owner | null> {
  if (!/^[0-9A-Za-z]{27}$/.test(ref)) return null
  const [owner] = await tx.query<Owner>('select merchant_id as "merchantId", environment from find_link($1)', [ref])
  return owner ?? null
}
