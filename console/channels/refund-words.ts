import i18next from 'i18next'
import type { RefundAbility } from '#contract/channel-catalogue/entry.ts'

/** What a way can be refunded: 'Several refunds, within 180 days'. */
export function refundWords({ kind, days, most }: RefundAbility): string {
  const ability =
    kind === 'several' && most !== undefined
      ? i18next.t(($) => $.payChannels.refunds.most, { count: most })
      : i18next.t(($) => $.payChannels.refunds[kind])
  if (days === undefined || kind === 'none') return ability
  return i18next.t(($) => $.payChannels.refunds.within, { ability, count: days })
}
