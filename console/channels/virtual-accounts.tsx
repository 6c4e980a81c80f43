import { Switch, type SwitchProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Whether payouts leave from virtual accounts, for a channel that can keep them. */
export function VirtualAccounts(field: SwitchProps): ReactNode {
  const { t } = useTranslation()
  return (
    <Switch
      label={t(($) => $.payoutChannels.virtualAccounts)}
      description={t(($) => $.payoutChannels.virtualAccountsHint)}
      {...field}
    />
  )
}
