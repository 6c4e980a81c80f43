import i18next from 'i18next'
import type { PayMethod } from '#contract/channel-shapes.ts'

/** What of a way can be refunded: 'Several refunds, within 180 days'. */
export function refundWords({ kind, days, most }: PayMethod['refunds']): string {
  const ability =
    kind === 'several' && most !== null
      ? i18next.t(($) => $.payChannels.refunds.most, { count: most })
      : i18next.t(($) => $.payChannels.refunds[kind])
  if (days === null || kind === 'none') return ability
  return i18next.t(($) => $.payChannels.refunds.within, { ability, count: days })
}
