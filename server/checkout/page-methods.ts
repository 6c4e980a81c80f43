import type { CardAcceptance, CardBrand, PayMethod } from '#checkout/view.ts'
import type { Way } from '#contract/methods.ts'
import type { House } from '#server/kit/ctx.ts'

/** The ways as the page lists them: the sub-types of a card are one to the shopper. */
export function pageMethods(offered: readonly Way[]): PayMethod[] {
  const firstCard = offered.find(isCard)
  return offered
    .filter((way) => !isCard(way) || way === firstCard)
    .map(({ type, subType, name, asks }) => ({ type, subType, name, asks }))
}
const isCard = ({ type, brands }: Way): boolean => type === 'CARD' && brands !== undefined

/** Where cards go and which: those of every sub-type that is offered; null when none is. */
export function cardOf(
  house: Pick<House, 'simulatorUrl' | 'simulatorPublishableKey'>,
  offered: readonly Way[],
): CardAcceptance | null {
  const brands = new Set(offered.flatMap((way) => way.brands ?? [])) as ReadonlySet<CardBrand>
  if (brands.size === 0) return null
  return {
    tokenUrl: `${house.simulatorUrl}/v1/tokens`,
    publishableKey: house.simulatorPublishableKey,
    brands: [...brands],
    testCards: [
      { number: '4242424242424242', outcome: 'paid' },
      { number: '4000000000003220', outcome: 'asked' },
      { number: '4000000000000002', outcome: 'INVALID_CARD_DECLINED_ERROR' },
      { number: '4000000000009995', outcome: 'FUNDS_LIMIT_ERROR' },
    ],
  }
}
