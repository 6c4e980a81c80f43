import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import { listMerchantChoices, readMerchant } from '#contract/merchants.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { useUser } from '#console/kit/auth/session.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'

/** The clocks and the currency of the merchant that the dashboard is of; no data until those of an acted-for one are read. */
export function useOwnWays() {
  const user = useUser()
  const acting = useActingFor() !== ''
  const record = useCall(readMerchant, {}, { enabled: acting })
  const { error, refetch } = record
  const data = acting ? record.data : user
  return { data: data && { timeZone: data.time_zone, currency: data.currency as string }, error, refetch }
}

/** Whose payments are shown. */
export interface Whose {
  /** The choices of merchants: own, all, each sub-merchant; one alone where there is no choice. */
  merchants: { value: string; label: string }[]
  merchant: string
  /** The merchants as the analytics name them; null for the one of the session. */
  uuids: string[] | null
  /** The filter by which a list is of the same merchants; empty where each list is anyway. */
  filter: { merchant?: string }
}

/** The merchants to show: the signed-in one, the one that it acts for, or a master's choice of its sub-merchants. */
export function useWhose(wanted: string): Whose {
  const { t } = useTranslation()
  const user = useUser()
  const known = useCall(listMerchantChoices, {}, { enabled: user.is_master_merchant }).data ?? []
  const acting = useActingFor()
  if (!user.is_master_merchant || acting) {
    const label = acting ? (known[0]?.name ?? '') : user.merchant_name
    return { merchants: [{ value: '', label }], merchant: '', uuids: null, filter: {} }
  }
  const subs = known.slice(1)
  const merchants = [
    { value: '', label: user.merchant_name },
    ...(subs.length > 0 ? [{ value: 'all', label: t(($) => $.dashboard.allMerchants) }] : []),
    ...subs.map(({ key, name }) => ({ value: key, label: name })),
  ]
  const uuids = known.slice(0, limits.dashboardMerchantsMost).map(({ key }) => key)
  if (wanted === 'all' && subs.length > 0)
    return { merchants, merchant: 'all', uuids, filter: uuids.length < known.length ? { merchant: uuids.join() } : {} }
  const chosen = subs.find(({ key }) => key === wanted)
  return chosen
    ? { merchants, merchant: chosen.key, uuids: [chosen.key], filter: { merchant: chosen.key } }
    : { merchants, merchant: '', uuids: null, filter: { merchant: user.iamportKey } }
}
