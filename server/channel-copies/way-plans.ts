import { wayName, settingFacts, unset, type Setting as OneSetting } from '#server/channels/methods.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Changes } from '#server/kit/ctx.ts'
import type { ChannelPlan } from './channel-plans.ts'
import type { Setting, Side } from './sides.ts'

/** What becomes of a channel's way to pay in live mode. */
export interface WayPlan {
  channelKey: string
  type: Setting['type']
  subType: string
  setting: OneSetting
  changes: Changes
}

/** A way of a channel that was connected by hand. */
const ofNew: OneSetting = { is_enabled: true, is_default: false, limits: {}, plans: [] }

/**
 * What becomes of the ways of channels, each that is written. A way's default moves to live mode with its channel; a default
 * whose channel stays behind takes none away.
 */
export function planWays(sandbox: Side, live: Side, plans: readonly ChannelPlan[]): WayPlan[] {
  const copied = new Map(
    plans.filter(({ state }) => state !== 'blocked' && state !== 'left').map((plan) => [plan.channelKey, plan]),
  )
  const moving = new Set(
    sandbox.settings
      .filter(({ is_default, channel_key }) => is_default && copied.has(channel_key))
      .map((row) => nameOf(row)),
  )
  const wanted = sandbox.settings.filter(({ channel_key }) => copied.has(channel_key))
  // A way that live mode alone has of a copied channel is off in test mode.
  const unwanted = live.settings
    .filter((row) => copied.has(row.channel_key) && !wanted.some((one) => isSame(one, row)))
    .map((row): Setting => ({ ...row, ...unset }))
  const own = [...wanted, ...unwanted].map((row): WayPlan => {
    const there = live.settings.find((one) => isSame(one, row))
    const isNew = copied.get(row.channel_key)?.state === 'make'
    const before = there ?? (isNew ? ofNew : unset)
    const isDefault = moving.has(nameOf(row)) ? row.is_default : before.is_default
    return planOf(row, before, { ...row, is_default: isDefault && row.is_enabled })
  })
  const losing = live.settings
    .filter((row) => row.is_default && !copied.has(row.channel_key) && moving.has(nameOf(row)))
    .map((row) => planOf(row, row, { ...row, is_default: false }))
  const isWritten = ({ channelKey, changes }: WayPlan) =>
    Object.keys(changes).length > 0 || copied.get(channelKey)?.state === 'make'
  return [...own, ...losing].filter(isWritten)
}

function planOf(
  { channel_key: channelKey, type, sub_type: subType }: Setting,
  before: OneSetting,
  after: OneSetting,
): WayPlan {
  const { is_enabled, is_default, limits, plans } = after
  const changes = changesFrom(settingFacts(before), settingFacts(after))
  return { channelKey, type, subType, setting: { is_enabled, is_default, limits, plans }, changes }
}
const nameOf = ({ type, sub_type: subType }: Setting): string => wayName({ type, subType })
const isSame = (a: Setting, b: Setting): boolean => a.channel_key === b.channel_key && nameOf(a) === nameOf(b)
