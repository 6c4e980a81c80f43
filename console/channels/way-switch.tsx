import { Button, Switch } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listChannelMethods, updateChannelMethods } from '#contract/channels.ts'
import type { PayMethod } from '#contract/channel-shapes.ts'
import { listPayMethods } from '#contract/merchants.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { Nothing } from '#console/kit/details/values.tsx'
import { failureText } from '#console/kit/i18n/words.ts'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { wayWords } from './channel-words.ts'
import styles from './channels.module.css'
import type { Connected } from './use-channels.ts'

/** The calls whose answers a changed way to pay makes stale. */
export const ofWays = [listChannelMethods, listPayMethods] as const

/** Sends one change of a way at once. */
function useWayChange(channelKey: string, { type, sub_type }: PayMethod) {
  const { act, pending } = useAction(updateChannelMethods, { refreshes: ofWays, quiet: true })
  const change = async (to: { is_enabled: boolean } | { is_default: boolean }): Promise<boolean> => {
    const outcome = await act({ path: { channelKey }, body: { methods: [{ type, sub_type, ...to }] } })
    if (!outcome.ok) toastFailure(failureText(outcome.error), outcome.error.requestId)
    return outcome.ok
  }
  return { change, pending }
}

interface WayProps {
  way: PayMethod
  mayChange: boolean
}

/** The switch of a way to pay, saved at once. */
export function WaySwitch({ way, channelKey, mayChange }: WayProps & { channelKey: string }): ReactNode {
  const { t } = useTranslation()
  const { change, pending } = useWayChange(channelKey, way)
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => setWanted(null), [way.is_enabled])
  const turn = async (on: boolean) => {
    setWanted(on)
    if (!(await change({ is_enabled: on }))) setWanted(null)
  }
  return (
    <Switch
      aria-label={t(($) => $.payChannels.waySwitch, { way: wayWords(way) })}
      checked={wanted ?? way.is_enabled}
      disabled={pending || !mayChange}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}

/** Whether the channel is the default of the way; if not, the button that makes it so. */
export function DefaultMark({ way, channel, mayChange }: WayProps & { channel: Connected }): ReactNode {
  const { t } = useTranslation()
  const { change, pending } = useWayChange(channel.key, way)
  if (way.is_default) return t(($) => $.payChannels.isDefault)
  if (!mayChange || !way.is_enabled) return <Nothing />
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      className={styles['cellButton'] ?? ''}
      loading={pending}
      aria-label={t(($) => $.payChannels.makeDefaultThis, { way: wayWords(way) })}
      onClick={() => void change({ is_default: true })}
    >
      {t(($) => $.payChannels.makeDefault)}
    </Button>
  )
}
