import { useMemo } from 'react'
import type { Call } from '#contract/kit/call.ts'
import { isReadable } from '#contract/kit/columns.ts'
import { acrossMerchants } from '#contract/kit/list.ts'
import { listMerchantChoices } from '#contract/merchants.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import type { ChoicesOf } from './filter-chips.tsx'
import type { Listed } from './list-state.ts'
import type { ListScreenProps, RowOf } from './list-screen.tsx'
import type { AnyDestination } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { useCall } from '#console/kit/api/use-call.ts'

/**
 * Widens a list for a master: it asks the call's twin over all of its merchants, gets a filter by merchant, and a
 * row leads to the object of its own merchant. Columns that the user may not read are left out.
 */
export function useAcross<C extends Call, L extends Listed>({ call, list, to }: ListScreenProps<C, L>) {
  const user = useUser()
  const { is_master_merchant: master, iamportKey } = user
  const acting = useActingFor()
  const across = master && call.twin !== null && acting === ''
  const choices = useCall(listMerchantChoices, {}, { enabled: across })
  const wide = useMemo(() => {
    const { columns, ...rest }: Listed = across ? acrossMerchants(list) : list
    const readable = Object.entries(columns).filter(([, column]) => isReadable(column, accessOf(user)))
    return { ...rest, columns: Object.fromEntries(readable) }
  }, [across, list, user])
  const merchants: ChoicesOf = choices.data
    ? { merchant: choices.data.map(({ key, name }) => ({ value: key, label: name })) }
    : {}
  const leads = (row: RowOf<C>): AnyDestination => {
    const destination = (to as (row: RowOf<C>) => AnyDestination)(row)
    const { merchant_key } = row as { merchant_key?: string }
    if (!merchant_key || merchant_key === iamportKey) return destination
    return { ...destination, search: { ...destination.search, merchant: merchant_key } } as AnyDestination
  }
  return { across, call: (across ? call.twin : call) as C, list: wide, merchants, to: to && across ? leads : to }
}
