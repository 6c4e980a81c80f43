import { Client } from 'pg'
import { makePage } from './make-page.ts'
import type { Session } from './sign-in.ts'

/** Gives a merchant a page with so many orders of the last 90 days, once, and returns the page's reference. */
export async function fillPage(
  { ownerUrl, url, session, currency }: { ownerUrl: string; url: string; session: Session; currency: string },
  orders: number,
): Promise<string> {
  const merchant_order_id = `ORDERS-${orders}`
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { merchantUuid: merchantId } = session.user
    const { rows } = await client.query<{ page_ref: string; sold: string }>(
      `select page_ref, sold from payment_pages join page_stocks using (merchant_id, environment, page_ref)
       where merchant_id = $1 and environment = 'sandbox' and merchant_order_id = $2`,
      [merchantId, merchant_order_id],
    )
    const stock = { stock: 'limited', stock_available: 500 }
    const pageRef = rows[0]?.page_ref ?? (await makePage(url, session, { currency, merchant_order_id, ...stock }))
    if (Number(rows[0]?.sold ?? 0) > 0) return pageRef
    await client.query('begin')
    for (const statement of statements(orders)) await client.query(statement, [merchantId, pageRef])
    await client.query('commit')
    await client.query('vacuum analyze page_orders, payments, stock_movements, page_deltas, payment_deltas')
    return pageRef
  } finally {
    await client.end()
  }
}

/** The orders by number, from the latest: most are paid, some declined; a few shoppers never tried. One in a hundred was refunded. */
const made = (orders: number) => `
  from (
    select p.*, n, 1 + n % 3 as units, (1 + n % 3) * p.amount_minor as total, n % 20 < 16 as paid, n % 20 < 19 as tried,
      n % 100 = 0 as refunded, substr(md5('o' || p.page_ref || n), 1, 27) as order_ref,
      substr(md5('a' || p.page_ref || n), 1, 27) as attempt_ref, now() - interval '1 minute' - n * (interval '90 days' / ${orders}) as at
    from payment_pages p, generate_series(1, ${orders}) n
    where p.merchant_id = $1 and p.environment = 'sandbox' and p.page_ref = $2
  ) o`

const statements = (orders: number): string[] => [
  `insert into page_orders (merchant_id, environment, order_ref, page_ref, merchant_order_ref, status, version, quantity, unit_minor,
     amount_minor, currency, country, title, language, name, email, phone, answers, ip_address, limited, units, attempt_ref, tried,
     expires_at, created_at)
   select merchant_id, environment, order_ref, page_ref, merchant_order_id || '-' || n, case when paid then 'success' else 'expired' end,
     1, units, amount_minor, total, currency, country, title, case when n % 7 = 0 then 'ar' else 'en' end, 'Shopper ' || n % 50000,
     'shopper' || n % 50000 || '@example.com', '', jsonb_build_object('fsize000', (array['S', 'M', 'L'])[1 + n % 3]), '203.0.113.7', true,
     case when paid then 'sold' else 'released' end, '', tried, at + interval '5 minutes', at ${made(orders)}`,
  `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref,
     source_ref, amount_minor, currency, status, status_reason, payment_method, channel_key, masked_card_number, card_last4, card_brand,
     shopper_name, shopper_name_lower, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
     description, source, fee_minor, refunded_minor, created_at, updated_at)
   select merchant_id, environment, attempt_ref, merchant_order_id || '-' || n, 'pay_' || attempt_ref, 'page_order', order_ref, page_ref,
     total, currency, case when paid then 'Success' else 'Failed' end, case when paid then '' else 'FUNDS_LIMIT_ERROR' end, 'CARD',
     'SIMULATOR', '424242******4242', '4242', 'visa', 'Shopper ' || n % 50000, 'shopper ' || n % 50000,
     'shopper' || n % 50000 || '@example.com', 'shopper' || n % 50000 || '@example.com', '', '', '203.0.113.7', '', title,
     'payment_page', case when paid then 30 else 0 end, case when refunded then total else 0 end, at, at ${made(orders)} where tried`,
  `insert into payment_deltas (merchant_id, environment, bucket, currency, status, payment_method, channel_key, payments, amount_minor,
     fee_minor, fee_tax_minor, held_minor, refunded_minor)
   select merchant_id, environment, date_bin('15 minutes', created_at, 'epoch'), currency, status, payment_method, channel_key, count(*),
     sum(amount_minor), sum(fee_minor), 0, 0, sum(refunded_minor)
   from payments where merchant_id = $1 and environment = 'sandbox' and source_ref = $2 and source_ref <> '' group by 1, 2, 3, 4, 5, 6, 7`,
  `insert into stock_movements
   select merchant_id, environment, page_ref, gen_random_uuid(), movement, order_ref, units, '', at ${made(orders)},
     unnest(array['reserved', case when paid then 'sold' else 'released' end]) movement`,
  `insert into page_deltas (merchant_id, environment, page_ref, captured_minor, refunded_minor, units_sold, orders)
   select merchant_id, environment, page_ref, total, 0, units, 1 ${made(orders)} where paid
   union all select merchant_id, environment, page_ref, 0, total, 0, 0 ${made(orders)} where refunded`,
  `insert into page_funnel
   select merchant_id, environment, page_ref, (at at time zone 'UTC')::date, case when n % 7 = 0 then 'ar' else 'en' end, step, n % 8, count(*)
   ${made(orders)}, unnest(array['opened', 'began', 'ordered'] || case when tried then array['attempted'] end
     || case when paid then array['paid'] end) step group by 1, 2, 3, 4, 5, 6, 7`,
  `update page_stocks set sold = s.units, stocked = available + s.units
   from (select sum(quantity) as units from page_orders where merchant_id = $1 and environment = 'sandbox' and page_ref = $2
     and units = 'sold') s
   where merchant_id = $1 and environment = 'sandbox' and page_ref = $2`,
  `insert into stock_movements
   select merchant_id, environment, page_ref, gen_random_uuid(), 'stocked', '', sold, 'Bench', now() - interval '91 days' from page_stocks
   where merchant_id = $1 and environment = 'sandbox' and page_ref = $2`,
]
