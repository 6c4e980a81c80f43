import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '#contract/kit/money.ts'
import { endedStates } from '#contract/payment-states.ts'
import type { Language } from '#i18n/languages.ts'
import { amountWords, dayWords } from '#console/kit/details/values.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { numberText } from '#console/kit/i18n/names.ts'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { TileList, type TileProps } from '../figure-tiles.tsx'
import type { ChartProps } from '../chart.ts'
import { changeWords } from '../words.ts'
import type { SalesAbroad } from './use-sales-abroad.ts'

interface TilesProps extends Pick<ChartProps, 'words' | 'list'> {
  /** Undefined while it loads. */
  of: SalesAbroad['tiles']['data']
  /** The figures are those of the question before. */
  waiting: boolean
  language: Language
}

/** What was sold in the period, what waits to be remitted, what comes next, and what is held back. */
export function SalesTiles({ of, waiting, words, list, language }: TilesProps): ReactNode {
  const { t } = useTranslation()
  const [now, before] = [of?.txn_stats, of?.compared]
  const tile = (name: TileName, value: string, told: TileProps['change'], to: AnyDestination): TileProps => ({
    name: t(($) => $.remittances.dashboard.tiles[name]),
    meaning: t(($) => $.remittances.dashboard.meanings[name]),
    loading: of === undefined,
    value,
    change: told,
    to,
  })
  const changed = (value: number | null, earlier: number | null | undefined, text: (of: number) => string, rate = false) =>
    changeWords(value, earlier, { ...words, text: text(earlier ?? 0), rate })
  const money = (value: number, currency: Currency) => `${amountWords(value, currency, language)} ${currency}`
  const told = (text: string): TileProps['change'] => ({ way: 'none', words: text })
  const paid = list({ status: 'Success' })
  const next = of?.next_settlement
  const [sent, ...others] = of?.remitted ?? []
  const rate = now?.success_rate ?? null
  const settlements = (filters: Record<string, string>): AnyDestination => ({ to: 'remittances', search: filters as never })
  const tiles = [
    tile('volume', words.amount(now?.volume ?? 0), changed(now?.volume ?? 0, before?.volume, words.amount), paid),
    tile('count', words.number(now?.count ?? 0), changed(now?.count ?? 0, before?.count, words.number), paid),
    tile('average', words.amount(now?.average_order_value ?? 0), changed(now?.average_order_value ?? 0, before?.average_order_value, words.amount), paid),
    tile('rate', rate === null ? '–' : words.percent(rate), changed(rate, before?.success_rate, words.percent, true), list({ status: endedStates.join() })),
    tile(
      'waiting',
      of?.PSP_SETTLED.credit_amount == null ? '–' : money(of.PSP_SETTLED.credit_amount, of.PSP_SETTLED.currency),
      told(of && of.PSP_SETTLED.credit_amount === null ? t(($) => $.remittances.dashboard.noRate) : t(($) => $.remittances.dashboard.atToday)),
      { to: 'payments', search: { remit_status: 'PSP_SETTLED' } as never },
    ),
    tile(
      'next',
      next?.estimate_bc == null ? '–' : money(next.estimate_bc, next.base_currency),
      told(next ? t(($) => $.remittances.dashboard.cutAfter, { count: next.settlements, day: dayWords(next.period_to, language) }) : t(($) => $.remittances.dashboard.noneOpen)),
      next && next.settlements === 1 ? { to: 'remittance', search: { ref: next.settlement_ref } as never } : settlements({ status: 'Open' }),
    ),
    tile(
      'remitted',
      sent ? money(sent.amount, sent.currency) : '–',
      told(
        others.length > 0
          ? t(($) => $.remittances.dashboard.andAlso, { amounts: others.map(({ amount, currency }) => isolatedLtr(money(amount, currency))).join(', ') })
          : t(($) => $.remittances.dashboard.settlements, { count: sent?.settlements ?? 0, number: numberText(sent?.settlements ?? 0, language) }),
      ),
      settlements({ status: 'Remitted' }),
    ),
    tile('reserve', money(of?.reserve.balance ?? 0, of?.reserve.currency ?? 'USD'), told(t(($) => $.remittances.dashboard.asOfNow)), { to: 'reserveLedger', search: {} as never }),
  ]
  return <TileList tiles={tiles} waiting={waiting} />
} // prettier-ignore
type TileName = 'volume' | 'count' | 'average' | 'rate' | 'waiting' | 'next' | 'remitted' | 'reserve'
