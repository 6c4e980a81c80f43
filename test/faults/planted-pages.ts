import type { Patch } from './patched-source.ts'

const stock = 'server/payment-pages/stock.ts'

/** What is free is looked at, and taken afterwards: the update itself asks nothing. */
export const unlockedDecrement: readonly Patch[] = [
  {
    file: stock,
    from: `  const { quantity } = units
`,
    to: `  const { quantity } = units
  const seen = await readStock(ctx, units.pageRef)
  if (seen?.limited && seen.available < quantity) return null
  await new Promise((resolve) => setTimeout(resolve, 100))
`,
  },
  {
    file: stock,
    from: `    .where(sql<boolean>\`(not limited or available >= \${quantity}::bigint)\`)
    .returning(['limited', 'available'])`,
    to: `    .returning(['limited', 'available'])`,
  },
]

/** The second layer behind it. */
export const withoutStockConstraint = 'alter table page_stocks drop constraint page_stocks_available'

/** Whoever ends an order gives its units back, whether or not somebody has before. */
export const heedlessRelease: Patch = {
  file: 'server/page-orders/payable.ts',
  from: `  if (!pageOrderStates.can(order.status, action)) return
`,
  to: '',
}

/** The second layers behind it: what moves once has a key, and what is not held cannot be given back. */
export const withoutMovementKey = `drop index stock_movements_once;
  alter table page_stocks drop constraint page_stocks_reserved`

/** An order ends when its time is over, whatever is under way. */
export const heedlessExpiry: Patch = {
  file: 'server/page-orders/payable.ts',
  from: `if (!order?.expires_at || order.attempt_ref || order.expires_at > ctx.now) return`,
  to: `if (!order || (order.expires_at ?? order.created_at) > ctx.now) return`,
}

/** Whoever saves a page writes the stock that was read with it. */
export const saveWritesStock: Patch = {
  file: 'server/payment-pages/update.ts',
  from: `  await setStock(ctx, page, body)`,
  to: `  await new Promise((resolve) => setTimeout(resolve, 200))
  await limitUnits(ctx, page.page_ref, page.stock_available)`,
}

/** Late money that finds too few units is the merchant's, whatever the page says. */
export const lateMoneyIsKept: Patch = {
  file: 'server/page-orders/payable.ts',
  from: `  if (!left) return latePayment`,
  to: `  if (!left) return 'accept'`,
}

/** Whether a name is free is looked at, and it is taken afterwards. */
export const unlockedName = `create or replace function claim_page_name(wanted text, of_environment text, of_merchant uuid, of_page text)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not page_name_is_free(wanted, of_environment, of_merchant, of_page) then
    return false;
  end if;
  perform pg_sleep(0.05);
  insert into page_names (environment, name, merchant_id, page_ref, given_up_at)
  values (of_environment, lower(wanted), of_merchant, of_page, null)
  on conflict (environment, name) do update
    set merchant_id = excluded.merchant_id, page_ref = excluded.page_ref, given_up_at = null;
  return true;
end $$`
