import { hash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Environment } from '#contract/kit/wire.ts'
import type { Client, Ctx } from '#server/kit/ctx.ts'
import { notify } from './notify.ts'

/**
 * Remembers from where a user signs in, by the kind of browser and its network, and tells them of a place that they have
 * not signed in from before. The first of all is no news. Index: primary key.
 */
export async function noteDevice(
  ctx: Ctx,
  { merchantId, subUserId, environment }: { merchantId: string; subUserId: string; environment: Environment },
): Promise<void> {
  const own = await ctx.enter({ merchantId, environment })
  const device = deviceOf(ctx.client)
  const deviceHash = hash('sha256', `${device} ${networkOf(ctx.client.address)}`, 'buffer')
  const [noted] = await own.tx.query<{ known: boolean; others: boolean }>(
    `with noted as (
       insert into sign_in_devices as d (merchant_id, sub_user_id, device_hash, last_used_at) values ($1, $2, $3, $4)
       on conflict (merchant_id, sub_user_id, device_hash) do update set last_used_at = excluded.last_used_at
       returning xmax <> 0 as known
     ) select known, exists (select from sign_in_devices where merchant_id = $1 and sub_user_id = $2) as others from noted`,
    [merchantId, subUserId, deviceHash, ctx.now],
  )
  // Places of long ago are forgotten, so that they do not pile up.
  await own.tx.query(
    `delete from sign_in_devices where merchant_id = $1 and sub_user_id = $2 and last_used_at < $3::timestamptz - interval '1 year'`,
    [merchantId, subUserId, ctx.now],
  )
  // The first statement saw what was there before it.
  if (noted && !noted.known && noted.others)
    await notify(own, 'sign_in_new_device', { device, address: ctx.client.address }, { to: subUserId })
}

/** The kind of browser and system, which an update of either leaves as it was. */
function deviceOf({ userAgent }: Pick<Client, 'userAgent'>): string {
  const first = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [first(browsers) ?? 'Browser', first(systems)].filter(Boolean).join(', ')
}
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|CrOS/, 'Linux'],
] as const

/** Where an address is at home: its provider hands out others nearby. */
function networkOf(address: string): string {
  if (isIPv6(address)) return address.split(':').slice(0, 3).join(':')
  return address.split('.').slice(0, 3).join('.')
}
