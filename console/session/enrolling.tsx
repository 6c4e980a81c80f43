import { Modal } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { beginPasskey, setUpTwoStep, type PasskeyAttestation } from '#contract/factors.ts'
import type { WireOutput } from '#contract/kit/call.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { createPasskey, PasskeyRefused } from '#console/kit/auth/passkey.ts'
import { refreshUser, useUser } from '#console/kit/auth/session.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { AppSetUp } from './app-set-up.tsx'
import { NewPasskey } from './name-passkey.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './two-step.module.css'

type Step =
  | { at: 'app'; seed: WireOutput<typeof setUpTwoStep> }
  | { at: 'passkey'; credential: PasskeyAttestation; name: string }
  | { at: 'codes'; codes: readonly string[] }

export interface Enrolling {
  startApp: () => void
  /** `name` is the suggested name of the passkey. */
  startPasskey: (name: string) => void
  /** Shows recovery codes until the user confirms that they are stored. */
  showCodes: (codes: readonly string[]) => void
  pending: boolean
  /** The failure before a dialogue was open, shown below the buttons. */
  failure: ReactNode
  dialogue: ReactNode
}

/** Adds a second factor: a passkey or an authenticator app, its confirmation, and the recovery codes. */
export function useEnrolling(): Enrolling {
  const { t } = useTranslation()
  const { email } = useUser().email_address
  const [step, setStep] = useState<Step | null>(null)
  const [refused, setRefused] = useState<PasskeyRefused | null>(null)
  const [asking, setAsking] = useState(false)
  const app = useAction(setUpTwoStep)
  const passkey = useAction(beginPasskey)
  const done = () => {
    setStep(null)
    void refreshUser()
  }
  const showCodes = (codes: readonly string[]) => (codes.length > 0 ? setStep({ at: 'codes', codes }) : done())

  const startApp = async () => {
    setRefused(null)
    passkey.reset()
    const outcome = await app.act({ body: { email_address: email } })
    if (outcome.ok) setStep({ at: 'app', seed: outcome.answer })
  }
  const startPasskey = async (name: string) => {
    setRefused(null)
    app.reset()
    const outcome = await passkey.act({})
    if (!outcome.ok) return
    setAsking(true)
    try {
      setStep({ at: 'passkey', credential: await createPasskey(outcome.answer), name })
    } catch (cause) {
      if (!(cause instanceof PasskeyRefused)) throw cause
      setRefused(cause)
    } finally {
      setAsking(false)
    }
  }
  const titles: Record<Step['at'], string> = {
    app: t(($) => $.twoStep.appTitle),
    passkey: t(($) => $.twoStep.passkeyTitle),
    codes: t(($) => $.twoStep.codesTitle),
  }
  return {
    startApp: () => void startApp(),
    startPasskey: (name) => void startPasskey(name),
    showCodes,
    pending: app.pending || passkey.pending || asking,
    failure: refused ? (
      <p role="alert" className={styles['refused']}>
        {t(($) => (refused.isKnown ? $.twoStep.passkeyKnown : $.twoStep.passkeyNotMade))}
      </p>
    ) : (
      <FieldFailure error={app.error ?? passkey.error} />
    ),
    dialogue: step && (
      <Modal
        opened
        // The recovery codes are shown only once, so only their own button closes them.
        onClose={step.at === 'codes' ? () => {} : () => setStep(null)}
        withCloseButton={step.at !== 'codes'}
        title={titles[step.at]}
        closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
      >
        {step.at === 'app' && <AppSetUp seed={step.seed} onDone={showCodes} />}
        {step.at === 'passkey' && <NewPasskey credential={step.credential} name={step.name} onDone={showCodes} />}
        {step.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={done} />}
      </Modal>
    ),
  }
}
