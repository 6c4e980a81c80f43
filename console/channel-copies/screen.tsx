import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { copyToLive, readCopy, type CopyDifference } from '#contract/channel-copies.ts'
import { faults } from '#contract/faults.ts'
import { listRoutes } from '#contract/routing.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { FormFailure } from '#console/kit/form/form-screen.tsx'
import { Empty, Unanswered } from '#console/kit/list/unanswered.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { Notice } from '#console/kit/ui/notice.tsx'
import styles from './copy.module.css'
import { DifferenceSections, isCopied } from './difference.tsx'
import { ofChannels } from '#console/channels/use-channels.ts'

/** What copying from test mode to live mode would do, and the button that does it; afterwards what was done. */
export default function CopyChannels(): ReactNode {
  const { t } = useTranslation()
  const isLive = environmentOf(useUser()) === 'live'
  const seen = useCall(readCopy, { query: {} })
  const { act, pending, error } = useAction(copyToLive, { refreshes: [...ofChannels, readCopy, listRoutes] })
  const [done, setDone] = useState<CopyDifference | null>(null)
  const shown = done ?? seen.data
  const isStale = error?.reason === faults.changedMeanwhile.reason
  const copy = async (digest: string) => {
    const outcome = await act({ body: { digest } })
    if (outcome.ok) setDone(outcome.answer)
    else void seen.refetch()
  }
  const all = shown ? [...shown.channels, ...shown.rules] : []
  const isNothing = shown !== undefined && !all.some(isCopied)
  return (
    <Screen
      name="copyChannels"
      back="paymentChannels"
      actions={
        shown && !done && !isNothing && isLive ? (
          <Offered rule="paymentChannels">
            <Button loading={pending} onClick={() => void copy(shown.digest)}>
              {t(($) => $.channelCopies.copy)}
            </Button>
          </Offered>
        ) : (
          done && (
            <ButtonLink to="paymentChannels" search={{}}>
              {t(($) => $.channelCopies.toChannels)}
            </ButtonLink>
          )
        )
      }
    >
      <p className={styles['lead']} role="status">
        {t(($) => (done ? $.channelCopies.doneText : $.channelCopies.text))}
      </p>
      {!isLive && (
        <Notice>
          <p>{t(($) => $.channelCopies.testMode)}</p>
        </Notice>
      )}
      {isStale && !done && <p role="alert">{t(($) => $.channelCopies.changedMeanwhile)}</p>}
      {error && !isStale && !done && <FormFailure error={error} />}
      {!shown ? (
        <Unanswered query={seen} lines={8} />
      ) : (
        <>
          {isNothing && (
            <Empty title={t(($) => $.channelCopies.nothingTitle)} text={t(($) => $.channelCopies.nothingText)} />
          )}
          <DifferenceSections difference={shown} isDone={done !== null} />
        </>
      )}
    </Screen>
  )
}
