import { Fault, fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { updateCountryMethods } from '#contract/remittance-methods.ts'
import { everywhere } from '#server/channels/country-settings.ts'
import { lockChannels } from '#server/channels/connections.ts'
import { named, wayName } from '#server/channels/methods.ts'
import { readChannelWays, type WayRow } from '#server/channels/ways.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { endDefaultIn, takeOver, writeSetting } from './queries.ts'
import { countryFrom, hasWay, isSold, soldCountries } from './sold-countries.ts'

type Asked = Input<typeof updateCountryMethods>['body']['methods'][number]

/**
 * Sets ways of a country, under the lock of the merchant's channels. Its first change takes over what is set for `GLOBAL`.
 * @returns what has changed, for the audit log.
 */
export async function saveCountryMethods(ctx: Ctx, country: string, asked: readonly Asked[]): Promise<Changes> {
  await lockChannels(ctx)
  const rows = await readChannelWays(ctx)
  const before = countryFrom(rows, country)
  if (country !== everywhere && !isSold(before)) throw new Fault('notFound')
  if (country !== everywhere && !before.is_own) await takeOver(ctx, country)
  const changes: Changes = {}
  const seen = new Set<string>()
  for (const [index, one] of asked.entries()) {
    const path = `methods.${index}`
    const was = settingOf(before, one, path)
    const name = `${wayName({ type: was.type, subType: was.sub_type })}.${was.payment_channel_key}`
    if (seen.has(name)) throw fieldFault('methodImpossible', `${path}.type`, 'given_twice')
    seen.add(name)
    const is_enabled = one.is_enabled ?? was.is_enabled
    if (one.is_default && !is_enabled) throw fieldFault('methodImpossible', `${path}.is_default`, 'default_is_off')
    // A way that is off is nobody's first choice.
    const is_default = is_enabled && (one.is_default ?? was.is_default)
    if (is_default) await endDefaultIn(ctx, country, was)
    await writeSetting(ctx, country, { ...was, is_enabled, is_default })
    Object.assign(changes, named(name, changesFrom(flags(was), { is_enabled, is_default })))
  }
  expectWayLeft(rows, await readChannelWays(ctx), country)
  return changes
}

const flags = ({ is_enabled, is_default }: { is_enabled: boolean; is_default: boolean }) => ({ is_enabled, is_default })

/** The setting that a request names. Throws `channelUnknown`, or `methodUnknown` for a way that the channel has not there. */
function settingOf({ methods }: ReturnType<typeof countryFrom>, asked: Asked, path: string) {
  const { type, sub_type: subType = '', payment_channel_key: key } = asked
  const ofChannel = methods.filter(({ payment_channel_key: one }) => one === key)
  if (ofChannel.length === 0) throw new Fault('channelUnknown')
  const found = ofChannel.find((method) => method.type === type && method.sub_type === subType)
  if (!found) throw fieldFault('methodUnknown', `${path}.type`, 'no_such_way')
  return found
}

/** Throws `lastMethod` when a country that was offered a way is offered none any more. */
function expectWayLeft(before: readonly WayRow[], after: readonly WayRow[], country: string): void {
  const had = country === everywhere ? soldCountries(before) : [countryFrom(before, country)]
  const emptied = had.find((one) => hasWay(one) && !hasWay(countryFrom(after, one.country)))
  if (!emptied) return
  throw new Fault('lastMethod', {
    errors: [
      {
        path: 'methods',
        reason: 'last_method',
        params: { country: emptied.country },
        text: `${emptied.country} would be left without a way to pay.`,
      },
    ],
  })
}
