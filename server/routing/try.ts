import type { Input, Output } from '#contract/kit/call.ts'
import { fieldFault, Fault } from '#contract/faults.ts'
import { fits, wayOf } from '#contract/methods.ts'
import type { tryRoute } from '#contract/routing.ts'
import { listChannels } from '#server/channels/queries.ts'
import { readChannelWays, takersOf } from '#server/channels/ways.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { localTime, unmet, type RoutedOrder } from './conditions.ts'
import type { Choice } from './decide.ts'
import { readRouting } from './read.ts'
import { routeWay } from './route.ts'
import { keptFields, validate } from './rule-fields.ts'
import { readRules, type Rule } from './rules.ts'

type Wish = Input<typeof tryRoute>['body']
type Tried = Output<typeof tryRoute>

/** The reference of a draft that is no rule yet. The draw is by reference, so it may turn out otherwise once it is saved. */
const draftRef = 'draft'

/**
 * What becomes of a payment: `decide` itself answers, with the draft in the place of its rule, the rests of this moment, and
 * what each channel can take. Writes nothing. Throws `notFound` for a rule that is not there.
 */
export async function tryPayment(ctx: Ctx, wish: Wish): Promise<Tried> {
  const { amount: amountMinor, currency, country, sub_type: subType } = wish
  const way = wayOf(wish.type, subType)
  if (!way) throw fieldFault('invalidRequest', 'sub_type', 'not_a_choice', 'This is not one of the choices.')
  if (wish.draft) await validate(ctx, wish.draft)
  const [kept, { rests }, rows, channels, timeZone] = await Promise.all([
    readRules(ctx),
    readRouting(ctx),
    readChannelWays(ctx),
    listChannels(ctx.db, ctx.owner),
    readTimeZone(ctx),
  ])
  const rules = withDraft(kept, wish, ctx.now)
  const now = localTime(ctx.now, timeZone)
  const local = () => ({ weekday: wish.weekday ?? now.weekday, hour: wish.hour ?? now.hour })
  const { merchant_order_ref: merchantOrderRef = '', source = 'payment_link' } = wish
  const order = { merchantOrderRef, amountMinor, currency, country, source }
  const isOffered = fits(way, { country, currency })
  const asked = { ...way, takers: isOffered ? takersOf(rows, way, { country, currency, amountMinor }) : [] }
  const enabled = rules.filter((rule) => rule.is_enabled)
  const routing = { rules: enabled, rests, timeZone }
  const { choices, skipped } = routeWay(ctx, routing, { ...order, left: new Set() }, asked, local)
  const named = (ref: string) =>
    namesOf(
      rules.find((rule) => rule.routing_ref === ref),
      wish,
    )
  const nameOf = (key: string) => channels.find((channel) => channel.key === key)?.name ?? key
  return {
    is_offered: isOffered,
    choices: choices.map((choice) => ({
      ...named(choice.routingRef),
      channel_key: choice.channelKey,
      channel_name: nameOf(choice.channelKey),
      reason: choice.reason,
      rank: choice.rank,
      share: shareOf(choice, choices, enabled),
    })),
    rules: whyNot(rules, { ...order, local }, way).map(([rule, why]) => ({
      ...namesOf(rule, wish),
      is_default: rule.is_default,
      unmet: why,
    })),
    skipped: isOffered ? skipped.map((one) => ({ ...one, channel_name: nameOf(one.channel_key) })) : [],
  }
}

const namesOf = (rule: Rule | undefined, { draft, routing_ref: replaced }: Wish) => ({
  routing_ref: rule?.routing_ref === draftRef ? '' : (rule?.routing_ref ?? ''),
  name: rule?.name ?? '',
  is_draft: rule !== undefined && draft !== undefined && rule.routing_ref === (replaced ?? draftRef),
})

/** The rules in the order in which they are tried, with the draft in its place. */
function withDraft(rules: readonly Rule[], { draft, routing_ref: ref }: Wish, now: Date): Rule[] {
  const before = rules.find((rule) => rule.routing_ref === ref)
  if (ref !== undefined && !before) throw new Fault('notFound')
  if (!draft) return [...rules]
  const last = Math.max(-1, ...rules.map(({ position }) => position)) + 1
  const blank = {
    routing_ref: draftRef,
    version: 1,
    is_default: false,
    position: last,
    created_at: now,
    updated_at: now,
  }
  const base = before ?? blank
  const drafted: Rule = { ...base, ...keptFields(draft), position: draft.position ?? base.position }
  return [...rules.filter((rule) => rule !== before), drafted].toSorted(
    (a, b) =>
      Number(a.is_default) - Number(b.is_default) ||
      a.position - b.position ||
      a.created_at.getTime() - b.created_at.getTime() ||
      (a.routing_ref < b.routing_ref ? -1 : 1),
  )
}

/** What keeps each rule from deciding: it is off, a condition, or a rule before it that decides. */
function whyNot(rules: readonly Rule[], order: RoutedOrder, way: Parameters<typeof unmet>[2]) {
  let decided = false
  return rules.map((rule): [Rule, Tried['rules'][number]['unmet']] => {
    const why = rule.is_enabled ? unmet(rule.conditions, order, way) : 'disabled'
    if (why !== null) return [rule, why]
    if (rule.is_default) return [rule, '']
    if (decided) return [rule, 'earlier']
    decided = true
    return [rule, '']
  })
}

/** How much of such orders the channel has among those of its rank that can take them. */
function shareOf(choice: Choice, choices: readonly Choice[], rules: readonly Rule[]): number {
  if (choice.routingRef === '') return 1
  const rule = rules.find((one) => one.routing_ref === choice.routingRef)
  const equals = choices.filter(({ routingRef, rank }) => routingRef === choice.routingRef && rank === choice.rank)
  const weightOf = ({ channelKey }: Choice) =>
    rule?.channels.find((one) => one.channel_key === channelKey && one.rank === choice.rank)?.weight ?? 0
  const all = equals.reduce((sum, one) => sum + weightOf(one), 0)
  // Where all weights are 0 the first takes what comes.
  return all === 0 ? Number(equals[0] === choice) : weightOf(choice) / all
}

const readTimeZone = async ({ db, owner }: Ctx): Promise<string> =>
  (
    await db
      .selectFrom('merchants')
      .select('time_zone')
      .where('merchant_id', '=', owner.merchantId)
      .executeTakeFirstOrThrow()
  ).time_zone
