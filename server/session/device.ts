import { deviceOf } from '#contract/kit/device.ts'
import { limits } from '#contract/limits.ts'
import { tellUser } from '#server/factors/tell.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import { hashToken, newToken } from '#server/kit/auth/token.ts'

/**
 * Recognises a browser by its cookie, or by an earlier session from the same place. A user who has signed in before gets a
 * mail about a new browser.
 * @returns the cookie to set.
 */
export async function noteDevice(ctx: Ctx, sent: string | undefined, subUserId: string): Promise<string> {
  const cookie = sent !== undefined && /^[A-Za-z0-9_-]{43}$/.test(sent) ? sent : newToken()
  const devicesOf = () => ctx.own.select('known_devices').where('sub_user_id', '=', subUserId)
  const earlier = () => ctx.own.select('sessions').select('session_id').where('sub_user_id', '=', subUserId).limit(1)
  const [device, [here], [anywhere]] = await Promise.all([
    devicesOf().select('device_hash').where('device_hash', '=', hashToken(cookie)).executeTakeFirst(),
    earlier().where('address', '=', ctx.client.address).where('user_agent', '=', ctx.client.userAgent).execute(),
    earlier().execute(),
  ])
  ctx.write(
    ctx.own
      .insert('known_devices', { sub_user_id: subUserId, device_hash: hashToken(cookie), last_used_at: databaseNow })
      .onConflict((same) =>
        same
          .columns(['merchant_id', 'sub_user_id', 'device_hash'])
          .doUpdateSet({ last_used_at: (excluded) => excluded.ref('excluded.last_used_at') }),
      ),
  )
  const newest = devicesOf().select('device_hash').orderBy('last_used_at', 'desc').limit(limits.knownDevices)
  ctx.write(ctx.own.delete('known_devices').where('sub_user_id', '=', subUserId).where('device_hash', 'not in', newest))
  if (device || here || !anywhere) return cookie
  const { browser, system } = deviceOf(ctx.client.userAgent)
  await tellUser(ctx, subUserId, 'newDevice', [browser, system, ctx.client.address].filter(Boolean).join(' · '))
  return cookie
}
