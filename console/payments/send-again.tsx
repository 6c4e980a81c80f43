import { Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { resendWebhook } from '#contract/payments.ts'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { failureText } from '#console/kit/i18n/words.ts'
import styles from './payments.module.css'

/** Sends the newest webhooks of a payment again, and reloads the deliveries after the time they need. */
export function SendAgain({ orderRef, onSent }: { orderRef: string; onSent: () => void }): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(resendWebhook)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const send = async () => {
    const outcome = await act({ body: { order_ref: orderRef } })
    if (outcome.ok) timer.current = window.setTimeout(onSent, limits.webhookRefetchMs)
  }
  const denied = useDenied('webhooks')
  const nobody = error?.reason === faults.notFound.reason
  return (
    <div className={styles['sendAgain']}>
      <WhyNot rule="webhooks" />
      <span role="alert" className={styles['failure']}>
        {error && (nobody ? t(($) => $.payments.nobodyToSendTo) : failureText(error))}
      </span>
      <Button variant="default" size="xs" disabled={denied !== null} loading={pending} onClick={() => void send()}>
        {t(($) => $.payments.sendAgain)}
      </Button>
    </div>
  )
}
