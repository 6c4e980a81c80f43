import { everywhere } from '#server/channels/country-settings.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** A way of a channel as it is in a country. */
interface Setting {
  payment_channel_key: string
  type: string
  sub_type: string
  is_enabled: boolean
  is_default: boolean
}

/** Gives a country what is set for `GLOBAL`, from where its own settings begin. Index: primary key. */
export async function takeOver(ctx: Ctx, country: string): Promise<void> {
  const settings = await ctx.own
    .select('country_methods')
    .select(['channel_key', 'type', 'sub_type', 'is_enabled', 'is_default'])
    .where('country', '=', everywhere)
    .execute()
  if (settings.length === 0) return
  await ctx.own
    .insert(
      'country_methods',
      settings.map((setting) => ({ ...setting, country })),
    )
    .execute()
}

/** No channel is the first choice of the way in the country any more. */
export const endDefaultIn = (ctx: Ctx, country: string, { type, sub_type }: Setting) =>
  ctx.own
    .update('country_methods')
    .set({ is_default: false })
    .where('country', '=', country)
    .where('type', '=', type)
    .where('sub_type', '=', sub_type)
    .where('is_default', '=', true)
    .execute()

export async function writeSetting(ctx: Ctx, country: string, setting: Setting): Promise<void> {
  const { payment_channel_key: channel_key, type, sub_type, is_enabled, is_default } = setting
  await ctx.own
    .insert('country_methods', { country, channel_key, type, sub_type, is_enabled, is_default })
    .onConflict((same) =>
      same
        .columns(['merchant_id', 'environment', 'country', 'channel_key', 'type', 'sub_type'])
        .doUpdateSet({ is_enabled, is_default }),
    )
    .execute()
}
