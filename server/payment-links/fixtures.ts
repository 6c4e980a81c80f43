import type { TestApp, TestMerchant } from '#test/test-app.ts'

/** Inserts many links by one SQL statement: amounts, times and texts as given for each number from 1 on. */
export async function insertLinks(
  testApp: TestApp,
  merchant: TestMerchant,
  count: number,
  { description = `'Order ' || n`, seed = 1 }: { description?: string; seed?: number } = {},
): Promise<void> {
  for (let from = 1; from <= count; from += atOnce)
    await testApp.owner.transaction(null, (tx) =>
      tx.query(
        `insert into payment_links (merchant_id, environment, link_ref, merchant_order_ref, amount_minor, currency, country, customer_name,
         customer_name_lower, email, email_lower, phone, description, status, source, created_at, created_by, expiry_hours, expires_at,
         success_url, failure_url, merchant_back_url, merchant_name, merchant_logo, promo_code, promo_discount_minor,
         shipping_charges_minor, billing_line_1, billing_line_2, billing_city, billing_country, user_configured_fields,
         notify_by_email, notify_by_phone, late_payment, ip_address)
       select $1::uuid, 'sandbox', substr(md5('a' || n || $3 || $1) || md5('b' || n), 1, 27), 'S' || $3 || '-' || n,
         -- Few different ones, so that many rows are equal in what they are sorted by.
         1 + (n * 7919 + $3::int) % 13 * 100, (array['SGD', 'JPY', 'USD'])[1 + n % 3], 'SG', 'Customer ' || n, 'customer ' || n,
         'c' || n % 50 || '@example.com', 'c' || n % 50 || '@example.com', '+65' || n, ${description},
         (array['created', 'processing', 'success', 'expired', 'cancelled'])[1 + n % 5], (array['console', 'shop', 'api'])[1 + n % 3],
         '2026-03-01'::timestamptz - (n % 17) * interval '1 day', 'Priya N.', null, null, '', '', '', '', '', '', 0, 0, '', '', '', '',
         array['one', '', '', '', ''], false, false, (array['accept', 'hold', 'refund'])[1 + n % 3], ''
       from generate_series($4::int, $2::int) n`,
        [merchant.merchantId, Math.min(count, from + atOnce - 1), String(seed), from],
      ),
    )
}
const atOnce = 5_000
