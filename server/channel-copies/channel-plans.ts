import { catalogueEntry } from '#contract/channel-catalogue.ts'
import type { CopyDifference, CopyObstacle } from '#contract/channel-copies.ts'
import { limits } from '#contract/limits.ts'
import type { ConnectedRow } from '#server/channels/connections.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Changes } from '#server/kit/ctx.ts'
import type { Side } from './sides.ts'

/** What becomes of a channel in live mode. */
export interface ChannelPlan {
  channelKey: string
  /** The channel of test mode, or that of live mode which stays. */
  row: ConnectedRow
  state: CopyDifference['channels'][number]['state']
  why: CopyObstacle | ''
  changes: Changes
}
/** What an installation can do with a channel in live mode. */
export interface Able {
  supports(provider: string): boolean
  /** Its provider only plays one. */
  simulates(provider: string): boolean
}

/** What becomes of each channel for payments: those of test mode, then those that live mode alone has. */
export function planChannels(sandbox: Side, live: Side, able: Able): ChannelPlan[] {
  const taking = sandbox.channels.filter(({ pay_type }) => pay_type === 'PAYIN')
  const plans = withoutTakenNames(
    taking.map((row) => planOf(row, live, able)),
    live,
  )
  let free = limits.channels - live.channels.length
  const fitting = plans.map((plan): ChannelPlan => {
    if (plan.state !== 'make' || free-- > 0) return plan
    return blocked(plan, 'no_place')
  })
  const left = live.channels
    .filter((row) => row.pay_type === 'PAYIN' && !taking.some(({ channel_key }) => channel_key === row.channel_key))
    .map((row): ChannelPlan => ({ channelKey: row.channel_key, row, state: 'left', why: '', changes: {} }))
  return [...fitting, ...left]
}

const liveOf = (live: Side, channelKey: string) => live.channels.find(({ channel_key }) => channel_key === channelKey)

function planOf(row: ConnectedRow, live: Side, able: Able): ChannelPlan {
  const { channel_key: channelKey, name, country, provider } = row
  const plan = { channelKey, row, state: 'make', why: '', changes: madeAs({ name, country }) } as const
  const entry = catalogueEntry(row.catalogue_key)
  const there = liveOf(live, channelKey)
  if (row.is_lent || there?.is_lent) return blocked(plan, 'lent')
  if (there) {
    if (there.catalogue_key !== row.catalogue_key || there.pay_type !== 'PAYIN') return blocked(plan, 'key_taken')
    const changes = changesFrom({ name: there.name, country: there.country }, { name, country })
    return { ...plan, state: Object.keys(changes).length > 0 ? 'change' : 'same', changes }
  }
  if (live.removed.includes(channelKey)) return blocked(plan, 'removed')
  if (provider !== '' && able.simulates(provider)) return blocked(plan, 'simulated')
  return !entry || (provider !== '' && !able.supports(provider)) ? blocked(plan, 'not_supported') : plan
}

const blocked = (plan: ChannelPlan, why: CopyObstacle): ChannelPlan => ({ ...plan, state: 'blocked', why, changes: {} })
const isCopied = ({ state }: ChannelPlan): boolean => state !== 'blocked'

/** Blocks what would get the name of another channel, until all names that result differ. */
function withoutTakenNames(plans: readonly ChannelPlan[], live: Side): ChannelPlan[] {
  const copied = plans.filter(isCopied)
  const staying = live.channels.filter(({ channel_key: key }) => !copied.some(({ channelKey }) => channelKey === key))
  const taken = new Set(staying.map(({ name }) => name.toLowerCase()))
  const next = plans.map((plan) =>
    isCopied(plan) && taken.has(plan.row.name.toLowerCase()) ? blocked(plan, 'name_taken') : plan,
  )
  return next.filter(isCopied).length === copied.length ? next : withoutTakenNames(next, live)
}
