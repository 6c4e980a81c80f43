import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasskeyAssertion, PasskeyRequest, SecondFactor } from '#contract/factor-shapes.ts'
import { CodeInput } from './code-input.tsx'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { passkeysHere, PasskeyRefused, signWithPasskey } from './passkey.ts'
import styles from './prove-form.module.css'
import type { CallError } from '#console/kit/api/send-call.ts'

/** A second factor in the form that calls take. */
export type Offer = { otp: string } | { recovery_code: string } | { passkey: PasskeyAssertion }

interface ProveFormProps {
  /** The second factors that the user has. */
  factors: readonly SecondFactor[]
  /** The label of the submit button. */
  submit: string
  pending: boolean
  error: CallError | null
  onOffer: (offer: Offer) => Promise<void>
  /** Fetches the WebAuthn options for a passkey; null when that failed. */
  askPasskey: () => Promise<PasskeyRequest | null>
  /** Shows a cancel button. */
  onCancel?: () => void
}

/** Asks for one second factor; the user chooses which of theirs. */
export function ProveForm(props: ProveFormProps): ReactNode {
  const { t } = useTranslation()
  const { factors, submit, pending, error, onOffer, askPasskey, onCancel } = props
  const ways = factors.filter((factor) => factor !== 'passkey' || passkeysHere())
  const [way, setWay] = useState<SecondFactor>(ways[0] ?? 'recovery_code')
  const [code, setCode] = useState('')
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState(false)
  const send = async () => {
    if (way === 'totp') return onOffer({ otp: code })
    if (way === 'recovery_code') return onOffer({ recovery_code: code })
    setAsking(true)
    setRefused(false)
    try {
      const request = await askPasskey()
      if (request) await onOffer({ passkey: await signWithPasskey(request) })
    } catch (cause) {
      if (!(cause instanceof PasskeyRefused)) throw cause
      setRefused(true)
    } finally {
      setAsking(false)
    }
  }
  const choose = (other: SecondFactor) => {
    setWay(other)
    setCode('')
    setRefused(false)
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void send()
      }}
    >
      {way === 'totp' && (
        <CodeInput
          key="totp"
          label={t(($) => $.factors.code)}
          description={t(($) => $.factors.codeHint)}
          data-autofocus
          autoFocus
          value={code}
          onChange={setCode}
        />
      )}
      {way === 'recovery_code' && (
        <TextInput
          key="recovery"
          label={t(($) => $.factors.recoveryCode)}
          description={t(($) => $.factors.recoveryCodeHint)}
          name="recovery_code"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          autoFocus
          required
          withAsterisk={false}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      {way === 'passkey' && <p className={styles['hint']}>{t(($) => $.factors.passkeyHint)}</p>}
      {refused ? (
        <p role="alert" className={styles['refused']}>
          {t(($) => $.factors.passkeyRefused)}
        </p>
      ) : (
        <FieldFailure error={error} />
      )}
      <div className={onCancel ? dialogue['buttons'] : styles['whole']}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t(($) => $.confirm.cancel)}
          </Button>
        )}
        <Button
          type="submit"
          loading={pending || asking}
          {...(way === 'passkey' ? { 'data-autofocus': true, autoFocus: true } : {})}
        >
          {way === 'passkey' ? t(($) => $.factors.usePasskey) : submit}
        </Button>
      </div>
      {ways.length > 1 && (
        <div className={styles['others']}>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <Button key={other} variant="subtle" size="compact-sm" onClick={() => choose(other)}>
                {t(($) => $.factors.instead[other])}
              </Button>
            ))}
        </div>
      )}
    </form>
  )
}
