import type { initiatePayment as declaration } from '#contract/initiated-payments.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { wayOfKey } from '#contract/method-keys.ts'
import { startAttempt } from '#server/checkout/start-attempt.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { payAddress } from '#server/payables/payable.ts'
import { createPaymentLink } from '#server/payment-links/create.ts'
import { findLinkOfOrder, findPaymentLink, restrictLink } from '#server/payment-links/queries.ts'
import { listAttempts } from '#server/payments/attempts.ts'
import { authorisedDays } from '#server/payments/lapse.ts'
import { channelsOf } from '#server/routing/decide.ts'
import { readRouting } from '#server/routing/read.ts'
import { customerOf } from '#server/server-links/link-of.ts'

type Body = Input<typeof declaration>['body']

const invalid = (path: string) => fieldFault('invalidRequest', path, 'not_a_choice', 'This is not one of the choices.')
const required = (path: string) => fieldFault('invalidRequest', path, 'required', 'This is needed.')

/** Makes the link of an order, or takes the one whose last attempt failed, and starts an attempt at it. */
export async function initiatePayment(ctx: Ctx, body: Body) {
  const { ways, channels } = await wanted(ctx, body)
  const [first] = ways
  if (!first) throw required('pmt_method')
  const authorisesOnly = body.transaction_type === 'PREAUTH'
  const may = ({ channel, type, subType }: Wanted) =>
    authorisedDays({ channelKey: channel, type, subType }) !== undefined
  if (authorisesOnly && !ways.every(may)) throw invalid('transaction_type')
  const linkRef = await linkOf(ctx, body, { channels, authorisesOnly })
  const attempt = await startAttempt(
    ctx,
    { kind: 'link', ref: linkRef },
    {
      method: first.type,
      sub_type: first.type === 'CARD' ? undefined : first.subType,
      token: body.token_params?.token,
      phone: customerOf(body).phone,
    },
  )
  return {
    is_success: true,
    redirect_url: payAddress(ctx, linkRef),
    channel_order_ref: '',
    merchant_order_ref: body.merchant_order_id,
    order_ref: attempt.orderRef,
    link_ref: linkRef,
    message: '',
    deep_link: '',
    additional_data: null,
    qrcode_url: '',
    expiry_in_minutes: '',
  }
}

type Way = NonNullable<ReturnType<typeof wayOfKey>>
type Wanted = Pick<Way, 'type' | 'subType'> & { channel: string }

/** The ways to pay that are asked for, and the channels that alone may take it; none for those that routing chooses. */
async function wanted(ctx: Ctx, body: Body): Promise<{ ways: Wanted[]; channels: string[] }> {
  const { pmt_channel: channel, pmt_method: method, routing_params: { data, route_ref: route } = {} } = body
  const named = (channelKey: string, methodKey: string, path: string): Wanted => {
    const way = wayOfKey(channelKey, methodKey)
    if (!way) throw invalid(path)
    return { ...way, channel: channelKey }
  }
  if (body.routing_enabled && data) {
    const ranked = data.toSorted((a, b) => a.rank - b.rank)
    const ways = ranked.map((one) => named(one.channel_key, one.method_key, 'routing_params.data'))
    // An attempt that follows another pays in the same way.
    if (ways.some(({ type, subType }) => type !== ways[0]?.type || subType !== ways[0]?.subType))
      throw invalid('routing_params.data')
    return { ways, channels: ranked.map((one) => one.channel_key) }
  }
  if (channel === undefined) throw required('pmt_channel')
  if (method === undefined) throw required('pmt_method')
  const way = named(channel, method, 'pmt_method')
  if (!body.routing_enabled) return { ways: [way], channels: [channel] }
  if (!route) return { ways: [way], channels: [] }
  // A rule that is only rolled out is no rule yet for those who name it.
  const rule = (await readRouting(ctx)).rules.find(({ routing_ref: ref, trial }) => ref === route && !trial?.is_new)
  if (!rule) throw invalid('routing_params.route_ref')
  const channels = channelsOf(rule, way.type, body.merchant_order_id)
  // A link without channels would be open to all of them.
  if (channels.length === 0) throw new Fault('channelMissing')
  return { ways: [way], channels }
}

/** Throws `duplicateOrder` for an order that has another amount, or whose last attempt has not failed. */
async function linkOf(ctx: Ctx, body: Body, bound: { channels: string[]; authorisesOnly: boolean }): Promise<string> {
  const known = await findLinkOfOrder(ctx, body.merchant_order_id)
  if (known === undefined) {
    const { amount, currency, country_code: country, description, success_url, failure_url, merchant_order_id } = body
    const asked = { amount, currency, country, description, success_url, failure_url, merchant_order_id }
    const made = await createPaymentLink(ctx, {
      ...asked,
      ...customerOf(body),
      ...ownFieldsOf(body),
      environment: ctx.owner.environment,
      source: 'api',
    })
    await restrictLink(ctx, made.link_ref, bound)
    return made.link_ref
  }
  const link = await findPaymentLink(ctx, known, { lock: true })
  const [last] = await listAttempts(ctx, { kind: 'link', ref: known })
  const isNext = last?.status === 'Failed' && link?.amount === body.amount && link.currency === body.currency
  if (!isNext) throw fieldFault('duplicateOrder', 'merchant_order_id', 'already_used')
  await restrictLink(ctx, known, bound)
  return known
}

const ownFieldsOf = (body: Body) => ({
  user_configured_field1: body.user_configured_field1,
  user_configured_field2: body.user_configured_field2,
  user_configured_field3: body.user_configured_field3,
  user_configured_field4: body.user_configured_field4,
  user_configured_field5: body.user_configured_field5,
})
