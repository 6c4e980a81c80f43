import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  exportRemittanceItems,
  listRemittanceItems,
  remittanceItemList,
  type Remittance,
} from '#contract/remittances.ts'
import { Day, Nothing } from '#console/kit/details/values.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'

/** Query parameters of the screen beside those of its list. */
const kept = ['ref', 'tab']

interface ItemsProps {
  remittance: Remittance
  title: string
  above: ReactNode
  acts: ReactNode
}

/** What stands in a settlement; each opens its payment. */
export function Items({ remittance: { settlement_ref }, title, above, acts }: ItemsProps): ReactNode {
  const { t } = useTranslation()
  const path = useMemo(() => ({ settlement_ref }), [settlement_ref])
  return (
    <ListScreen
      name="remittance"
      title={title}
      table="remittance-items"
      call={listRemittanceItems}
      exports={exportRemittanceItems}
      list={remittanceItemList}
      path={path}
      keep={kept}
      back="remittances"
      above={above}
      begin={acts}
      rowKey={({ kind, ref }) => `${kind} ${ref}`}
      to={({ kind, order_ref }) =>
        kind === 'adjustment'
          ? { to: 'remittance', search: { ref: settlement_ref, tab: 'items' } as never }
          : { to: 'paymentDetails', search: { order_ref } }
      }
      cells={{ sold_on: ({ sold_on }) => (sold_on ? <Day of={sold_on} /> : <Nothing />) }}
      searchFinds={t(($) => $.remittances.itemsSearch)}
      empty={{ title: t(($) => $.remittances.noItems), text: t(($) => $.remittances.noItemsText) }}
    />
  )
} // prettier-ignore
