import { asOwner } from './as-owner.ts'

/**
 * Links that were paid some time ago, with all of their rows: payments, timeline, audit rows, stored answers and
 * ledger. Without them the planner would know only that these tables are empty.
 */
export async function fillHistory(ownerUrl: string, { slug, links }: { slug: string; links: number }): Promise<void> {
  for (const statement of statements) await asOwner(ownerUrl, statement, [slug, links])
}

/** The merchants meant, and the references of each of their links by number. */
const from = `
  from (
    select m.*, n, 'link' || substr(md5(m.slug || '/' || n), 1, 23) as link_ref, 'paid' || substr(md5('p' || m.slug || '/' || n), 1, 23) as order_ref,
      md5('t' || m.slug || '/' || n)::uuid as transfer_id, now() - n * interval '1 minute' as at
    from merchants m, generate_series(1, $2::int) n where m.slug like $1
  ) p`

const statements = [
  `insert into payment_links (merchant_id, environment, link_ref, merchant_order_ref, amount_minor, currency, country,
     customer_name, customer_name_lower, email, email_lower, phone, description, status, source, created_at, created_by,
     success_url, failure_url, merchant_back_url, merchant_name, merchant_logo, promo_code, promo_discount_minor,
     shipping_charges_minor, billing_line_1, billing_line_2, billing_city, billing_country, user_configured_fields,
     notify_by_email, notify_by_phone, late_payment, ip_address)
   select merchant_id, 'sandbox', link_ref, 'OLD-' || n, 12500, currency, country, 'Shopper ' || n, 'shopper ' || n,
     'shopper' || n || '@example.com', 'shopper' || n || '@example.com', '', 'Order ' || n, 'success', 'default', at, name,
     '', '', '', name, '', '', 0, 0, '', '', '', '', array['', '', '', '', ''], false, false, 'accept', '' ${from}`,
  `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status,
     payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address,
     shopper_ip, device_info, description, source, fee_minor, created_at, updated_at)
   select merchant_id, 'sandbox', order_ref, 'OLD-' || n, 'link', link_ref, 12500, currency, 'Success', 'CARD', 'SIMULATOR',
     'Shopper ' || n, 'shopper' || n || '@example.com', 'shopper' || n || '@example.com', '', '', '', '', 'Order ' || n,
     'payment_link', 393, at, at ${from}`,
  `insert into timeline select merchant_id, 'sandbox', 'payment', order_ref, gen_random_uuid(), at, event, '', '{}'
   ${from}, unnest(array['initiated', 'captured']) event`,
  `insert into timeline select merchant_id, 'sandbox', 'payment_link', link_ref, gen_random_uuid(), at, event, '', '{}'
   ${from}, unnest(array['created', 'attempt_initiated', 'paid']) event`,
  `insert into audit_events select merchant_id, 'sandbox', gen_random_uuid(), at, merchant_id, merchant_id, name,
     'payment-link.create', link_ref, 'done', '', '', '' ${from}`,
  `insert into idempotency_keys select merchant_id, 'sandbox', link_ref, 'OLD-' || n, 'startAttempt', '', 200, '', at ${from}`,
  `insert into ledger_transfers select merchant_id, 'sandbox', transfer_id, 'payment.captured',
     'payment:' || order_ref || ':captured', 'payment', order_ref, at ${from}`,
  `insert into ledger_entries select merchant_id, 'sandbox', transfer_id, line, account, currency, amount ${from},
     (values (1, 'psp_receivable:SIMULATOR', 12500), (2, 'merchant_pending', -12107), (3, 'fee_income', -393))
       as entry (line, account, amount)`,
]
