import { asOwner } from './as-owner.ts'

/** The merchant whose payment links are exported. */
export const exportingMerchant = 'ember'

/** Gives the merchant so many payment links, once. */
export async function fillLinks(ownerUrl: string, count: number): Promise<void> {
  const [have] = await asOwner<{ links: number }>(
    ownerUrl,
    `select count(*)::int as links from payment_links join merchants m using (merchant_id) where m.slug = $1 and environment = 'sandbox'`,
    [exportingMerchant],
  )
  if (have?.links === count) return
  await asOwner(
    ownerUrl,
    `delete from payment_links where merchant_id = (select merchant_id from merchants where slug = $1)`,
    [exportingMerchant],
  )
  await asOwner(ownerUrl, links, [exportingMerchant, count])
  await asOwner(ownerUrl, 'vacuum analyze payment_links')
}

const links = `
  insert into payment_links (merchant_id, environment, link_ref, merchant_order_ref, amount_minor, currency, country, customer_name,
    customer_name_lower, email, email_lower, phone, description, status, source, created_at, created_by, expiry_hours, expires_at,
    success_url, failure_url, merchant_back_url, merchant_name, merchant_logo, promo_code, promo_discount_minor,
    shipping_charges_minor, billing_line_1, billing_line_2, billing_city, billing_country, user_configured_fields,
    notify_by_email, notify_by_phone, late_payment, ip_address)
  select m.merchant_id, 'sandbox', substr(md5(m.slug || n), 1, 27), 'ORDER-' || n, 100 + (n::bigint * 7919) % 50000, 'SGD', 'SG',
    'Shopper ' || n % 50000, 'shopper ' || n % 50000, 'shopper' || n % 50000 || '@example.com', 'shopper' || n % 50000 || '@example.com',
    '+65' || n, 'Order ' || n, 'created', 'console', l.at, 'Priya N.', 24, l.at + interval '1 day', '', '', '', '', '', '', 0, 0, '', '', '',
    '', array['', '', '', '', ''], false, false, 'accept', '203.0.113.7'
  from merchants m, generate_series(1, $2::int) n, lateral (select now() - n * interval '1 minute' as at) l
  where m.slug = $1`
