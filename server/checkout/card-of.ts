import { cardBrands, type CardAcceptance } from '#checkout/view.ts'
import type { Way } from '#contract/methods.ts'
import type { House } from '#server/kit/ctx.ts'

/** Where cards go and which; null when none does. */
export function cardOf(
  house: Pick<House, 'simulatorUrl' | 'simulatorPublishableKey'>,
  offered: readonly Way[],
): CardAcceptance | null {
  const brands = cardBrands(offered)
  if (brands.length === 0) return null
  return {
    tokenUrl: `${house.simulatorUrl}/v1/tokens`,
    publishableKey: house.simulatorPublishableKey,
    brands,
    testCards: [
      { number: '4242424242424242', outcome: 'paid' },
      { number: '4000000000003220', outcome: 'asked' },
      { number: '4000000000000002', outcome: 'INVALID_CARD_DECLINED_ERROR' },
      { number: '4000000000009995', outcome: 'FUNDS_LIMIT_ERROR' },
    ],
  }
}
