import { Client } from 'pg'
import { asOwner } from './as-owner.ts'

/** One of so many invoices is in the rarer currency. */
const rare = 97
/** The days over which they were made. */
const days = 730

/** Gives a merchant so many invoices of the last two years, once, with what is due of them added up. Returns the merchant's id. */
export async function fillInvoices(
  ownerUrl: string,
  { slug, currency }: { slug: string; currency: string },
  count: number,
): Promise<string> {
  const [merchant] = await asOwner<{ id: string; invoices: number }>(
    ownerUrl,
    `select m.merchant_id as id, (select count(*)::int from invoices i where i.merchant_id = m.merchant_id
       and i.environment = 'sandbox') as invoices
     from merchants m where slug = $1`,
    [slug],
  )
  if (!merchant) throw new Error(`no ${slug}`)
  if (merchant.invoices >= count) return merchant.id
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const table of ['invoice_days', 'invoice_deltas', 'invoices'])
      await client.query(`delete from ${table} where merchant_id = $1 and environment = 'sandbox'`, [merchant.id])
    await client.query(invoices(count), [merchant.id, currency])
    await client.query(openDays, [merchant.id])
    await client.query('vacuum analyze invoices, invoice_days, invoice_deltas')
  } finally {
    await client.end()
  }
  return merchant.id
}

/**
 * By number from the latest: most are paid, some late, a few in parts; some are open, of which those whose due date is past are
 * overdue; a few are drafts or voided. A customer has twenty.
 */
const invoices = (count: number) => `
  insert into invoices (merchant_id, environment, invoice_ref, merchant_invoice_ref, invoice_number, stem, counter, status, voided_from,
    voided_at, revision, customer_name, customer_name_lower, email, email_lower, phone, country, currency, amount_minor,
    sub_total_minor, paid_minor, refunded_minor, due_minor, parts, invoice_date, due_date, sent_at, paid_at, language, time_zone,
    template_ref, template_name, late_payment, allow_partial, least_partial_minor, success_url, failure_url, source, replaces, content,
    seller, created_at, created_by, updated_at)
  select $1::uuid, 'sandbox', ref, 'ORDER-' || n, case when issued then 'OLD-' || lpad(counter::text, 8, '0') else '' end,
    case when issued then 'OLD-#' else '' end, case when issued then counter end, status,
    case when status = 'voided' then 'sent' else '' end, case when status = 'voided' then at + interval '1 day' end, 1,
    'Customer ' || customer, 'customer ' || customer, 'Customer' || customer || '@example.com', 'customer' || customer || '@example.com',
    '', 'SG', case when n % ${rare} = 0 then 'USD' else $2 end, amount, amount, paid, case when status = 'refunded' then paid else 0 end,
    amount - paid, case when paid = 0 then 0 when n % 20 = 4 then 1 else 2 end, at::date, due,
    case when issued then at end, case when paid = amount then at + interval '20 days' end, 'en', '', '', '', 'hold', true, 0, '', '',
    'console', '', ${content}, case when issued then '{"legal_name":"Bench","country_code":"SG"}'::jsonb end, at, 'Bench', at
  from (
    select a.*, case when status in ('paid', 'paid_late', 'refunded') then amount when n % 20 = 4 and status in ('sent', 'overdue')
        then amount / 2 else 0 end as paid, status <> 'created' as issued, ${count} - n + 1 as counter
    from (
      select n, n % ${Math.max(1, count / 20)} as customer, 1000 + (n::bigint * 7919) % 500000 as amount,
        substr(md5($1::text || n), 1, 27) as ref, at, (at + interval '30 days')::date as due,
        case n % 20 when 0 then 'created' when 1 then 'voided' when 2 then 'paid_late' when 5 then 'refunded'
          else case when n % 20 > 5 then 'paid' when at + interval '30 days' < now() then 'overdue' else 'sent' end end as status
      from generate_series(1, ${count}) n, lateral (select now() - interval '1 hour' - n * (interval '${days} days' / ${count}) as at) t
    ) a
  ) i`

/** Some 700 bytes, as an invoice with two lines has. */
const content = `jsonb_build_object('line_items', jsonb_build_array(
    jsonb_build_object('id', 'SKU-' || n % 900, 'detail', 'Harbour tour with lunch, adult, no. ' || n, 'quantity', 2, 'rate', 120.5,
      'tax_category', 'S', 'tax_percent', 9, 'unit', 'h'),
    jsonb_build_object('id', 'SKU-' || n % 700, 'detail', 'Transfer from the hotel, both ways', 'quantity', 1, 'rate', 30)),
  'additional_costs', '[]'::jsonb, 'description', 'Order ' || n, 'buyer', jsonb_build_object('reference', 'PO-' || n),
  'billing_address', jsonb_build_object('line_1', n || ' Orchard Road', 'city', 'Singapore', 'zip_code', '238801', 'country_code', 'SG'),
  'shipping_address', '{}'::jsonb, 'reminders', '[]'::jsonb, 'custom_fields', '[]'::jsonb, 'look', '{}'::jsonb)`

/** What is due, by day; the last days are still to be added up, as after a busy hour. */
const openDays = `
  with due as (
    select merchant_id, environment, currency, due_date, count(*) as invoices, sum(due_minor) as due_minor from invoices
    where merchant_id = $1 and environment = 'sandbox' and status in ('sent', 'overdue') group by 1, 2, 3, 4
  ), added as (
    insert into invoice_days (merchant_id, environment, currency, due_date, invoices, due_minor)
    select * from due where due_date < now()::date + 25
  )
  insert into invoice_deltas (merchant_id, environment, currency, due_date, invoices, due_minor)
  select i.merchant_id, i.environment, i.currency, i.due_date, 1, i.due_minor from invoices i
  where merchant_id = $1 and environment = 'sandbox' and status in ('sent', 'overdue') and due_date >= now()::date + 25`
