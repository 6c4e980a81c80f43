import { limits } from '#contract/limits.ts'
import { tellUser } from '#server/factors/tell.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'
import type { Login } from '#server/kit/auth/login.ts'

/** The browser and system by the `User-Agent` header; empty where unknown. */
export interface Device {
  browser: string
  system: string
}

/** Reads the browser and system out of a `User-Agent`: enough for its owner to know it again. */
export function deviceOf(userAgent: string): Device {
  const first = (words: readonly (readonly [RegExp, string])[]) =>
    words.find(([word]) => word.test(userAgent))?.[1] ?? ''
  return { browser: first(browsers), system: first(systems) }
}

/** In this order, since most also claim to be one of the later ones. */
const browsers = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/**
 * Recognises a browser by its cookie, or by an earlier session from the same place. A user who has signed in before gets a
 * mail about a new browser.
 * @returns the cookie to set.
 */
export async function noteDevice(
  ctx: Ctx,
  sent: string | undefined,
  { merchantId, subUserId }: Login,
): Promise<string> {
  const cookie = sent !== undefined && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : newToken()
  const [seen] = await ctx.tx.query<{ known: boolean; first: boolean }>(
    `select exists (select 1 from known_devices d where d.merchant_id = $1 and d.sub_user_id = $2 and d.device_hash = $3)
         or exists (select 1 from sessions s where s.merchant_id = $1 and s.sub_user_id = $2 and s.address = $4 and s.user_agent = $5) as known,
       not exists (select 1 from sessions s where s.merchant_id = $1 and s.sub_user_id = $2) as first`,
    [merchantId, subUserId, hashToken(cookie), ctx.client.address, ctx.client.userAgent],
  )
  await ctx.tx.query(
    `insert into known_devices (merchant_id, sub_user_id, device_hash, last_used_at) values ($1, $2, $3, statement_timestamp())
     on conflict (merchant_id, sub_user_id, device_hash) do update set last_used_at = excluded.last_used_at`,
    [merchantId, subUserId, hashToken(cookie)],
  )
  await ctx.tx.query(
    `delete from known_devices where merchant_id = $1 and sub_user_id = $2 and device_hash not in
       (select device_hash from known_devices where merchant_id = $1 and sub_user_id = $2 order by last_used_at desc limit $3)`,
    [merchantId, subUserId, limits.knownDevices],
  )
  if (seen?.known || seen?.first) return cookie
  const { browser, system } = deviceOf(ctx.client.userAgent)
  await tellUser(ctx, subUserId, 'newDevice', [browser, system, ctx.client.address].filter(Boolean).join(' · '))
  return cookie
}
