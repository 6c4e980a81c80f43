import { currencyCodes } from '#contract/kit/money.ts'
import { dayAfter, weekdayOf, type Day } from '#contract/kit/zoned-day.ts'
import { rateOfDay } from '#server/providers/simulator/remittance/rates.ts'
import { standardSeed } from '#server/providers/simulator/settlement/settlement.ts'
import type { RateFile } from '#server/remittance-rates/load-rates.ts'

/** The rates of 100 days as a file that the operator would load: those of the simulator, which are made up. */
export function demoRates(today: Day): RateFile {
  const currencies = currencyCodes.filter((code) => code !== 'EUR')
  const days = Array.from({ length: 100 }, (_, ago) => dayAfter(today, -ago)).filter((day) => weekdayOf(day) <= 5)
  const lines = days.map((day) =>
    [day, ...currencies.map((code) => rateOfDay('EUR', code, { day, seed: standardSeed }))].join(),
  )
  return { name: 'Demo rates', text: [['Date', ...currencies].join(), ...lines].join('\n') }
}
