import { createHash } from 'node:crypto'
import type { PayoutAct } from '#contract/payout-rule-shapes.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** What of a payout a code is bound to, and what its message says of it. */
export interface Content {
  txn_ref: string
  revision: number
  amount_minor: bigint
  currency: Currency
  virtual_account_no: string
  account_uuid: string
  /** Of the account at this moment. */
  account_version: number
  beneficiary_uuid: string
  beneficiary_name: string
  last_four: string
}

/** The contents of payouts, in the order of their references; those that the owner does not have are left out. Index: primary keys. */
export const contentsOf = (ctx: Ctx, txnRefs: readonly string[]): Promise<Content[]> =>
  ctx.tx.query<Content>(
    `select p.txn_ref, p.revision, p.amount_minor, p.currency, p.virtual_account_no, p.account_uuid, a.version as account_version,
       p.beneficiary_uuid, p.beneficiary_name, p.last_four
     from payouts p join beneficiary_accounts a
       on a.merchant_id = p.merchant_id and a.environment = p.environment and a.account_uuid = p.account_uuid
     where p.merchant_id = $1 and p.environment = $2 and a.merchant_id = $1 and p.txn_ref = any ($3)
     order by p.txn_ref`,
    [ctx.owner.merchantId, ctx.owner.environment, txnRefs],
  )

/** A payout as a text of which no two different ones are alike. */
export const lineOf = (of: Content): string =>
  JSON.stringify([
    of.txn_ref,
    of.revision,
    String(of.amount_minor),
    of.currency,
    of.virtual_account_no,
    of.account_uuid,
    of.account_version,
    of.beneficiary_uuid,
  ])

/** SHA-256 over the act, the user and every payout. */
export const digestOf = (act: PayoutAct, subUserId: string, lines: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([act, subUserId, lines]))
    .digest()

/** The totals of each currency, by its name. */
export function totalsOf(contents: readonly Pick<Content, 'currency' | 'amount_minor'>[]) {
  const sums = new Map<Currency, bigint>()
  for (const { currency, amount_minor } of contents) sums.set(currency, (sums.get(currency) ?? 0n) + amount_minor)
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount }))
}
