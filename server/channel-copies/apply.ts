import { catalogueEntry } from '#contract/channel-catalogue.ts'
import { changeConnected, sealCredentials } from '#server/channels/connections.ts'
import { endDefault, writeSetting } from '#server/channels/methods.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { copyRule } from '#server/routing/rules.ts'
import type { ChannelPlan } from './channel-plans.ts'
import { changesOf, type Plan } from './difference.ts'

/** Does what a plan says, each channel and rule with a row of its own in the audit log. */
export async function applyPlan(ctx: Ctx, plan: Plan): Promise<void> {
  const { channels, ways, rules } = plan
  for (const channel of channels) {
    const { name, country } = channel.row
    if (channel.state === 'make') await makeChannel(ctx, channel)
    if (channel.state === 'change') await changeConnected(ctx, channel.channelKey, { name, country })
  }
  // Of a way's one default the old one goes before the new one comes.
  for (const way of ways.filter(({ setting }) => setting.is_default)) await endDefault(ctx, way)
  for (const way of ways) await writeSetting(ctx, way.channelKey, way, way.setting)
  for (const channel of channels) {
    const changes = changesOf(plan, channel)
    if (Object.keys(changes).length > 0) note('channel.copy', channel.channelKey, changes)
  }
  const written = rules.filter(({ state }) => state === 'make' || state === 'change')
  for (const { rule } of written.toSorted((a, b) => Number(a.rule.is_default) - Number(b.rule.is_default)))
    await copyRule(ctx, rule)
  for (const { rule, changes } of written) note('route.copy', rule.routing_ref, changes)

  function note(action: 'channel.copy' | 'route.copy', objectRef: string, changes: ChannelPlan['changes']): void {
    writeAudit(ctx, { action, objectRef, result: 'done', changes })
  }
}

/** Makes a channel that is not enabled. It waits for the credentials that its provider asks for. */
async function makeChannel(ctx: Ctx, { channelKey, row }: ChannelPlan): Promise<void> {
  const { catalogue_key, provider, name, country } = row
  const waits = catalogueEntry(catalogue_key)?.credentials.some(({ ours, optional }) => !ours && !optional) === true
  await ctx.own
    .insert('payment_channels', {
      channel_key: channelKey,
      catalogue_key,
      provider,
      name,
      country,
      is_enabled: false,
      creds_sealed: provider === '' || waits ? Buffer.alloc(0) : await sealCredentials(ctx, channelKey, {}),
      credentials_state: provider === '' ? 'none' : waits ? 'missing' : 'unverified',
      created_at: ctx.now,
    })
    .execute()
}
