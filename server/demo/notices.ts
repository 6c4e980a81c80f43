import { rules } from '#contract/access.ts'
import { amountText, type Currency } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { openDatabase } from '#server/kit/db/db.ts'
import { idAt, newId } from '#server/kit/db/id.ts'

interface Held {
  merchant_id: string
  environment: string
  order_ref: string
  merchant_order_ref: string
  amount_minor: bigint
  currency: Currency
  updated_at: Date
}

/**
 * Writes the notices of the late money in the demo's history that waits for a decision. Those older than a week are read. It
 * runs once: not where there are such notices already.
 */
export async function loadNotices(ownerUrl: string, now: Date): Promise<void> {
  const database = openDatabase(ownerUrl, { most: 1 })
  try {
    await database.transaction(null, async (tx) => {
      const held = await tx.query<Held>(
        `select * from (
           select p.merchant_id, p.environment, p.order_ref, p.merchant_order_ref, p.amount_minor, p.currency, p.updated_at,
             row_number() over (partition by p.merchant_id, p.environment order by p.updated_at desc) as nth
           from payments p join payment_links l on l.merchant_id = p.merchant_id and l.environment = p.environment and l.link_ref = p.payable_ref
           where p.late and p.status = 'Success' and l.late_payment = 'hold'
             and not exists (select 1 from notices n where n.merchant_id = p.merchant_id and n.kind = 'late_payment_held')
         ) as latest where nth <= 12 order by updated_at`,
        [],
      )
      for (const one of held) await tellOf(tx, one, now)
    })
  } finally {
    await database.close()
  }
}

async function tellOf(tx: Transaction, one: Held, now: Date): Promise<void> {
  // Lists are in the order of ids, which say when they were made.
  const noticeId = idAt(one.updated_at).slice(0, 13) + newId().slice(13)
  const facts = {
    order_ref: one.order_ref,
    order_id: one.merchant_order_ref,
    amount: `${amountText(one.amount_minor, one.currency, defaultLanguage)} ${one.currency}`,
  }
  await tx.query(
    `insert into notices (merchant_id, notice_id, environment, kind, facts, state, created_at)
     values ($1, $2, $3, 'late_payment_held', $4, 'told', $5)`,
    [one.merchant_id, noticeId, one.environment, JSON.stringify(facts), one.updated_at],
  )
  const isOld = now.getTime() - one.updated_at.getTime() > 7 * 86_400_000
  await tx.query(
    `insert into notifications (merchant_id, sub_user_id, notice_id, environment, in_console, mail_due, read_at)
     select merchant_id, sub_user_id, $2, $3, true, false, $4 from sub_users where merchant_id = $1 and roles && $5`,
    [one.merchant_id, noticeId, one.environment, isOld ? one.updated_at : null, rules.refund.who],
  )
}
