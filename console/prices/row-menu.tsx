import type { ReactNode } from 'react'
import type { PriceRow } from '#contract/prices.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { ActingFor } from '#console/kit/routing/acting-for.tsx'
import { ActsMenu } from '#console/kit/ui/acts-menu.tsx'
import { usePriceActs } from './price-acts.tsx'

/** The menu of acts at the end of a price's row, which may be another merchant's. */
export const RowMenu = ({ price, merchant }: { price: PriceRow; merchant: string }): ReactNode => (
  <ActingFor merchant={merchant}>
    <Acts price={price} />
  </ActingFor>
)

function Acts({ price }: { price: PriceRow }): ReactNode {
  const { acts, dialogue } = usePriceActs(price)
  return (
    <>
      <ActsMenu name={isolated(price.name || price.merchant_order_ref)} acts={acts} />
      {dialogue}
    </>
  )
}
