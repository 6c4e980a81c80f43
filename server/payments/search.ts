import { sql, type Expression, type SqlBool } from 'kysely'
import { amountWays } from '#server/kit/lists/amount-search.ts'
import { startsWith } from '#server/kit/lists/list.ts'

/**
 * Matches payments by any reference, by the start of an order's reference, an e-mail address or a name, by the last four
 * digits of a card, and by amount. Each of these has its own index.
 */
export function matches(search: string): Expression<SqlBool> {
  const ofRefund = sql`array(select r.order_ref from refunds r
    where r.merchant_id = any ((select scope_merchants())::uuid[]) and r.environment = (select scope_environment())
      and (r.refund_id = ${search} or (r.psp_refund_id = ${search} and r.psp_refund_id <> '')))`
  const ways = [
    sql`order_ref = ${search}`,
    sql`channel_order_ref = ${search}`,
    sql`payable_ref = ${search}`,
    sql`(source_ref = ${search} and source_ref <> '')`,
    sql`order_ref = any (${ofRefund})`,
    startsWith('merchant_order_ref', search),
    startsWith('shopper_email_lower', search.toLowerCase()),
    startsWith('shopper_name_lower', search.toLowerCase()),
    ...(/^\d{4}$/.test(search) ? [sql`(card_last4 <> '' and card_last4 = ${search})`] : []),
    ...amountWays(search),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}
