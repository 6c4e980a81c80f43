import { decimalText } from '#contract/kit/money.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import { ways } from '#contract/methods.ts'
import type * as contract from '#contract/routing.ts'
import { fieldFault } from '#contract/faults.ts'
import type { KeptChannel, KeptConditions } from '#server/db/kept-routing.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listChannels } from '#server/channels/queries.ts'

export type Fields = Omit<Input<typeof contract.updateRoute>['body'], 'revision'>
type Conditions = NonNullable<Fields['conditions']>
type Shown = Output<typeof contract.createRoute>['conditions']

/**
 * Throws `invalidRequest` at the first field that contradicts another, or names a channel that the merchant has not.
 * @param within what precedes the rule's fields in the request, such as `rule.`.
 */
export async function validate(ctx: Ctx, { conditions = {}, channels }: Fields, within = ''): Promise<void> {
  const invalid = (path: string, reason: string) =>
    fieldFault('invalidRequest', within + path, reason, 'This is not one of the choices.')
  const own = new Set((await listChannels(ctx.db, ctx.owner)).map(({ key }) => key))
  channels.forEach(({ channel_key: key, method_key: method = '' }, at) => {
    if (!own.has(key)) throw invalid(`channels.${at}.channel_key`, 'not_a_choice')
    const twin = channels.findIndex((one) => one.channel_key === key && (one.method_key ?? '') === method)
    if (twin < at) throw invalid(`channels.${at}.channel_key`, 'given_twice')
  })
  const { methods = [], amount = [], from_hour: from, to_hour: to } = conditions
  methods.forEach(({ type, sub_type: subType = '' }, at) => {
    const isKnown = ways.some((way) => way.type === type && (subType === '' || way.subType === subType))
    if (!isKnown) throw invalid(`conditions.methods.${at}.sub_type`, 'not_a_choice')
  })
  amount.forEach(({ currency, min, max }, at) => {
    const twin = amount.findIndex((one) => one.currency === currency)
    if (twin < at) throw invalid(`conditions.amount.${at}.currency`, 'given_twice')
    if (min && max !== null && max !== undefined && max < min) throw invalid(`conditions.amount.${at}.max`, 'too_small')
  })
  if (from !== undefined && from === to) throw invalid('conditions.to_hour', 'not_a_choice')
}

/** The fields of a rule as they are stored. */
export const keptFields = ({ name, conditions = {}, channels, is_enabled = true }: Fields) => ({
  name,
  conditions: keptConditions(conditions),
  channels: channels.map(
    ({ channel_key, method_key = '', rank, weight = 1, is_enabled: isUsed = true }): KeptChannel => ({
      channel_key,
      method_key,
      rank,
      weight,
      is_enabled: isUsed,
    }),
  ),
  is_enabled,
})

function keptConditions({ amount, methods, ...plain }: Conditions): KeptConditions {
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  return {
    ...(given as KeptConditions),
    ...(amount && {
      amount: amount.map(({ currency, min, max }) => ({
        currency,
        min: min?.toString() ?? null,
        max: max?.toString() ?? null,
      })),
    }),
    ...(methods && { methods: methods.map(({ type, sub_type = '' }) => ({ type, sub_type })) }),
  }
}

/** The conditions as answers carry them. */
export const shownConditions = ({ amount, ...plain }: KeptConditions): Shown => ({
  ...(structuredClone(plain) as Shown),
  ...(amount && {
    amount: amount.map(({ currency, min, max }) => ({ currency, min: minorOf(min), max: minorOf(max) })),
  }),
})
const minorOf = (text: string | null) => (text === null ? null : BigInt(text))

/** Conditions and channels in one line each, for the audit log. */
export const conditionsText = ({ amount = [], methods = [], ...plain }: KeptConditions): string =>
  [
    ...amount.map(({ currency, min, max }) => {
      const [least, most] = [min, max].map((bound) => (bound === null ? '' : decimalText(BigInt(bound), currency)))
      return `${currency} ${least}–${most}`
    }),
    ...methods.map(({ type, sub_type }) => [type, sub_type].filter(Boolean).join(' ')),
    ...Object.entries(plain).map(
      ([name, value]) => `${name} ${Array.isArray(value) ? value.join(' ') : String(value)}`,
    ),
  ].join(', ')
export const channelsText = (channels: readonly KeptChannel[]): string =>
  channels
    .map(({ channel_key, method_key, rank, weight, is_enabled }) =>
      [rank, channel_key, method_key, `×${weight}`, is_enabled ? '' : 'off'].filter((part) => part !== '').join(' '),
    )
    .join(', ')
