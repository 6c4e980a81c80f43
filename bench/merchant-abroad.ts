import { openDatabase } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { seedMerchant } from '#server/merchants/seed.ts'
import { agreeOn } from '#server/remittances/agree.ts'
import { servicesOf } from '#server/services.ts'
import { asOwner } from './as-owner.ts'
import { partsOf } from './database.ts'
import { demoPassword } from './sign-in.ts'

export const zone = 'Asia/Seoul'

/** A merchant in Korea who sells abroad, with terms, made once; no other goal measures anything of them. Returns their id. */
export async function merchantAbroad(ownerUrl: string, slug: string): Promise<string> {
  const found = await asOwner<{ id: string }>(ownerUrl, 'select merchant_id as id from merchants where slug = $1', [
    slug,
  ])
  if (found[0]) return found[0].id
  const parts = await partsOf(ownerUrl)
  const database = openDatabase(parts.ownerUrl, { most: 1 })
  try {
    const services = servicesOf(parts)
    const [merchantId, passwordPhc] = [newId(), await services.passwords.hash(demoPassword)]
    const run = { database, services, now: () => new Date() }
    await ownTransaction(run, { merchantId, environment: 'sandbox' }, { requestId: 'bench' }, async (ctx) => {
      await seedMerchant(ctx, { ...merchant, slug, name: slug, merchantId, masterId: null }, { passwordPhc })
      await agreeOn(ctx, terms, 'Bench')
    })
    await asOwner(ownerUrl, rates)
    return merchantId
  } finally {
    await database.close()
  }
}

const merchant = {
  kind: 'single',
  country: 'KR',
  currency: 'KRW',
  timeZone: zone,
  crossBorder: true,
  onboarded: true,
  logins: ['admin'],
} as const
const terms = {
  currency: 'USD', destination_currency: 'KRW', channel_key: 'SIMULATOR', every: 'day', weekday: 1, month_day: 0, markup_percent: '0.9',
  tolerance_percent: '1', transfer_fee: 1_500n, minimum: 0n, withholding: { TH: { percent: '3', on: 'fee' }, JP: { percent: '1', on: 'amount' } },
  reserve_kind: 'rolling', reserve_percent: '10', reserve_days: 30, reserve_target: 0n, reserve_until: null,
} as const // prettier-ignore

/** How much of each currency a euro is, on each day of some years; made up. */
const rates = `
  insert into reference_rates (day, currency, rate, source, loaded_at)
  select d::date, currency, round(rate * (1 + (extract(doy from d)::int * 37 % 101 - 50) / 1000.0), 6), 'bench', now()
  from generate_series(now() - interval '1200 days', now() + interval '400 days', interval '1 day') d,
    (values ('USD', 1.0834), ('JPY', 162.51), ('VND', 27514.3), ('THB', 37.214), ('PHP', 62.871), ('KRW', 1507.3)) known (currency, rate)
  on conflict do nothing`
