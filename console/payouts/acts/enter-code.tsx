import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import type { CodeSent } from '#contract/payout-approvals.ts'
import { CodeInput } from '#console/kit/auth/code-input.tsx'
import { Countdown } from '#console/kit/details/countdown.tsx'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { OutboxHint } from '#console/kit/shell/outbox-hint.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import styles from '../payouts.module.css'
import type { Release } from './use-release.ts'

interface EnterCodeProps {
  act: 'verify' | 'approve'
  sent: CodeSent
  release: Release
  onOffer: (otp: string) => void
  onResent: (sent: CodeSent) => void
  onClose: () => void
}

/** Takes the code, says until when it is good, and sends another after a minute. */
export function EnterCode({ act, sent, release, onOffer, onResent, onClose }: EnterCodeProps): ReactNode {
  const { t } = useTranslation()
  const [otp, setOtp] = useState('')
  const [isOver, setOver] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onOffer(otp)
  }
  const resend = async () => {
    const code = await release.resend(sent.type)
    setOtp('')
    if (!code) return
    setOver(false)
    onResent(code)
  }
  return (
    <form className={dialogue['body']} onSubmit={submit}>
      <p>{t(($) => (sent.is_sent ? $.payouts.codeSent : $.payouts.codeInOutbox), { address: isolatedLtr(sent.sent_to) })}</p>
      {!sent.is_sent && <OutboxHint />}
      <CodeInput
        label={t(($) => $.payouts.code)}
        description={
          isOver ? (
            t(($) => $.payouts.codeOver)
          ) : (
            <>
              {t(($) => $.payouts.codeGood)}{' '}
              <Countdown key={sent.expires_at} until={sent.expires_at} onDue={() => setOver(true)} />
            </>
          )
        }
        data-autofocus
        autoFocus
        value={otp}
        onChange={setOtp}
      />
      <FieldFailure error={release.error} />
      <div className={dialogue['buttons']}>
        <Resend key={sent.expires_at} pending={release.pending} onResend={() => void resend()} />
        <Button variant="default" onClick={onClose}>
          {t(($) => $.confirm.cancel)}
        </Button>
        <Button type="submit" loading={release.pending} disabled={otp.length < 6}>
          {t(($) => $.payouts.severalActs[act], { count: sent.count })}
        </Button>
      </div>
    </form>
  )
} // prettier-ignore

/** The button that sends another code, once a minute is over. */
function Resend({ pending, onResend }: { pending: boolean; onResend: () => void }): ReactNode {
  const { t } = useTranslation()
  const [left, setLeft] = useState<number>(limits.payoutCodePauseSeconds)
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = window.setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => window.clearInterval(timer)
  }, [isWaiting])
  return (
    <Button variant="subtle" className={styles['resend'] ?? ''} disabled={isWaiting} loading={pending} onClick={onResend}>
      {isWaiting ? t(($) => $.payouts.resendIn, { seconds: left }) : t(($) => $.payouts.resend)}
    </Button>
  )
} // prettier-ignore
