import { cardBrands, type CardAcceptance } from '#checkout/view.ts'
import type { Way } from '#contract/methods.ts'
import type { Services } from '#server/kit/ctx.ts'

/** Where the page sends cards, and the accepted brands; null when no channel takes cards. */
export function cardOf(
  services: Pick<Services, 'simulatorUrl' | 'simulatorPublishableKey'>,
  offered: readonly Way[],
): CardAcceptance | null {
  const brands = cardBrands(offered)
  if (brands.length === 0) return null
  return {
    tokenUrl: `${services.simulatorUrl}/v1/tokens`,
    publishableKey: services.simulatorPublishableKey,
    brands,
    testCards: [
      { number: '4242424242424242', outcome: 'paid' },
      { number: '4000000000003220', outcome: 'asked' },
      { number: '4000000000000002', outcome: 'INVALID_CARD_DECLINED_ERROR' },
      { number: '4000000000009995', outcome: 'FUNDS_LIMIT_ERROR' },
    ],
  }
}
