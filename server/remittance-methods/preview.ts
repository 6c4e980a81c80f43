import type { Input, Output } from '#contract/kit/call.ts'
import { ways, type Way } from '#contract/methods.ts'
import type { previewCheckout as declaration } from '#contract/remittance-methods.ts'
import { askedAmount } from '#server/channels/asked-amount.ts'
import { isOf, readChannelWays, waysFor, type WayRow } from '#server/channels/ways.ts'
import { pageWays, type PageWay } from '#server/checkout/page-ways.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { readRouting } from '#server/routing/read.ts'
import { routedWays } from '#server/routing/route.ts'
import { absenceOf, boundsAt } from './sold-countries.ts'

type Asked = Input<typeof declaration>['query']
type Previewed = Output<typeof declaration>

/** What the page of one payment offers, by the same decisions as the page itself, and why it does not offer the other ways. */
export async function previewCheckout(ctx: Ctx, asked: Asked): Promise<Previewed> {
  const { country, currency, amount } = asked
  const [rows, routing] = await Promise.all([readChannelWays(ctx), readRouting(ctx)])
  const amountMinor = amount === undefined ? undefined : askedAmount(amount, currency)
  const payment = { country, currency, amountMinor }
  const found = waysFor(rows, payment)
  const order = { merchantOrderRef: '', country, currency, source: 'payment_link', left: new Set<string>() }
  const offered = pageWays(
    amountMinor === undefined ? found : routedWays(ctx, routing, { ...order, amountMinor }, found),
  )
  const connected = rows.filter(({ removed_at: removed }) => removed === null)
  return {
    offered: offered.map(shownWay),
    missing: ways
      .filter((way) => !way.recurring && !offered.some((one) => isSame(one, way)))
      .flatMap((way) => missingAt(connected, way, payment)),
  }
}

const isSame = (one: Way, other: Way): boolean => one.type === other.type && one.subType === other.subType

const shownWay = (way: PageWay): Previewed['offered'][number] => ({
  type: way.type,
  sub_type: way.subType,
  display_name: way.name ?? '',
  payment_channel_key: way.channelKey,
  payment_channel_name: way.channelName,
  is_default: way.isDefault,
  asks: [...way.asks],
  plan_months: [...way.planMonths],
  card_page_of: way.cardPageOf ?? '',
  banks: { ...way.banks },
})

/** Why a way is not offered: at each channel that has it, else since none has. */
function missingAt(rows: readonly WayRow[], way: Way, payment: Parameters<typeof absenceOf>[2]): Previewed['missing'] {
  const named = { type: way.type, sub_type: way.subType, display_name: way.name ?? '' }
  const own = rows.filter((row) => isOf(row, way))
  if (own.length === 0) {
    // What is paid in other countries is missed by nobody in this one.
    const isHere = !way.places || Object.hasOwn(way.places, payment.country)
    const nowhere = { payment_channel_key: '', payment_channel_name: '', limits: [] }
    return isHere ? [{ ...named, ...nowhere, why: 'no_channel' }] : []
  }
  return own.map((row) => ({
    ...named,
    payment_channel_key: row.channel_key,
    payment_channel_name: row.name,
    why: absenceOf(row, way, payment) ?? 'card_elsewhere',
    limits: boundsAt(row, payment.currency),
  }))
}
