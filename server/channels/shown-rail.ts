import type { z } from 'zod'
import type { PayoutRail } from '#contract/channel-catalogue/entry.ts'
import type { Rail } from '#contract/channel-shapes.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import { railBounds } from '#contract/payout-rails.ts'

/** A rail as channels show it. */
export function shownRail(rail: PayoutRail): z.output<typeof Rail> {
  const { key, name, to, countries, currencies, fee, workingDays, hours } = rail
  const { minimum = {}, maximum = {} } = rail
  return {
    key,
    name,
    to,
    countries: countries === 'GLOBAL' ? ['GLOBAL'] : [...countries],
    currencies: [...(currencies ?? [])],
    limits: currencyCodes
      .filter((currency) => minimum[currency] !== undefined || maximum[currency] !== undefined)
      .map((currency) => {
        const { minimumMinor, maximumMinor } = railBounds(rail, currency)
        return { currency, minimum: minimumMinor, maximum: maximumMinor }
      }),
    fee: {
      percent: fee.percent ?? '0',
      tax_percent: fee.tax ?? '0',
      amounts: currencyCodes
        .filter((currency) => fee.minimum?.[currency] !== undefined || fee.flat?.[currency] !== undefined)
        .map((currency) => ({
          currency,
          minimum: BigInt(fee.minimum?.[currency] ?? 0),
          flat: BigInt(fee.flat?.[currency] ?? 0),
        })),
    },
    working_days: workingDays,
    hours: {
      days: [...hours.days],
      opens: hours.opens,
      cut_off: hours.cutOff,
      time_zone: hours.zone,
      calendar: hours.calendar ?? '',
    },
  }
}
