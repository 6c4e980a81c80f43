import { useTranslation } from 'react-i18next'
import { readMaster } from '#contract/master-merchants.ts'
import { useCall } from '#console/kit/api/use-call.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'

/** The name of the master that lends its channels; in general words until it is known. */
export function useLenderName(isLent: boolean): string {
  const { t } = useTranslation()
  const { data } = useCall(readMaster, {}, { enabled: isLent })
  return data?.name ? isolated(data.name) : t(($) => $.payChannels.yourMaster)
}

/** Whose channel a lent one is, as a note under its name. */
export function useLender(isLent: boolean): string {
  const { t } = useTranslation()
  const merchant = useLenderName(isLent)
  return t(($) => $.payChannels.lentBy, { merchant })
}
