import { Button, Switch } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listPayMethods } from '#contract/merchants.ts'
import {
  listSoldCountries,
  previewCheckout,
  updateCountryMethods,
  type CountryMethod,
} from '#contract/remittance-methods.ts'
import { wayWords } from '#console/channels/channel-words.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import styles from './methods.module.css'

interface MethodProps {
  method: CountryMethod
  country: string
}

/** The calls whose answers a changed way makes stale. */
const ofWays = [listSoldCountries, previewCheckout, listPayMethods] as const

/** Sends one change of a way in a country at once. */
function useChange({ method, country }: MethodProps) {
  const { act, pending } = useAction(updateCountryMethods, { refreshes: ofWays })
  const { type, sub_type, payment_channel_key } = method
  const change = async (to: { is_enabled: boolean } | { is_default: boolean }): Promise<boolean> => {
    const methods = [{ type, sub_type, payment_channel_key, ...to }]
    return (await act({ path: { country }, body: { methods } })).ok
  }
  return { change, pending }
}

/** Whether a country's setting decides about a way: what the channel cannot take there, no setting makes it take. */
const isSettable = ({ why }: CountryMethod): boolean => why === null || why === 'country_off'

/** The switch of a way in a country, saved at once. */
export function MethodSwitch({ method, country }: MethodProps): ReactNode {
  const { t } = useTranslation()
  const { change, pending } = useChange({ method, country })
  const denied = useDenied(updateCountryMethods.access)
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => setWanted(null), [method.is_enabled])
  const turn = async (on: boolean) => {
    setWanted(on)
    if (!(await change({ is_enabled: on }))) setWanted(null)
  }
  return (
    <Switch
      aria-label={t(($) => $.countryMethods.switch, wordsOf(method))}
      checked={wanted ?? (method.is_enabled && isSettable(method))}
      disabled={pending || denied !== null || !isSettable(method)}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}

const wordsOf = (method: CountryMethod) => ({ way: wayWords(method), channel: method.payment_channel_name })

/** Whether the channel takes the way first in the country; if not, the button that makes it so. */
export function FirstMark({ method, country }: MethodProps): ReactNode {
  const { t } = useTranslation()
  const { change, pending } = useChange({ method, country })
  const denied = useDenied(updateCountryMethods.access)
  if (method.why !== null) return <Nothing />
  if (method.is_default) return t(($) => $.countryMethods.isDefault)
  if (denied !== null) return <Nothing />
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      className={styles['cellButton'] ?? ''}
      loading={pending}
      aria-label={t(($) => $.countryMethods.makeDefaultOf, wordsOf(method))}
      onClick={() => void change({ is_default: true })}
    >
      {t(($) => $.countryMethods.makeDefault)}
    </Button>
  )
}
