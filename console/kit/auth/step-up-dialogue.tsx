import { Button, Modal } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type SecondFactor } from '#contract/factor-shapes.ts'
import { challengePasskey, readFactors, type Factors } from '#contract/factors.ts'
import { stepUp } from '#contract/session.ts'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { CurrentPasswordInput } from './current-password-input.tsx'
import { ProveForm } from './prove-form.tsx'
import { useUser } from './session.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { SsoStepUp } from './sso-step-up.tsx'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { failureText } from '#console/kit/i18n/words.ts'

interface Answering {
  /** True when the step-up succeeded. */
  onAnswer: (proven: boolean) => void
}

/** Asks the user for a step-up: by the second factor, or without one by the password or the identity provider. */
export default function StepUpDialogue({ onAnswer }: Answering): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const { is_2fa_enabled, sso_required } = useUser()
  const Form = is_2fa_enabled ? ByFactor : sso_required ? ByProvider : ByPassword
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t(($) => $.stepUp.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.cancel) }}
    >
      <div className={dialogue['body']}>
        <Form onAnswer={onAnswer} />
      </div>
    </Modal>
  )
}

function ByFactor({ onAnswer }: Answering): ReactNode {
  const { t } = useTranslation()
  const { data, error: unread, refetch } = useCall(readFactors, {})
  const { act, pending, error } = useAction(stepUp)
  const challenge = useAction(challengePasskey)
  if (unread || !data) return <Unanswered query={{ error: unread, refetch }} lines={3} />
  return (
    <>
      <p>{t(($) => $.stepUp.factorText)}</p>
      <ProveForm
        factors={factorsIn(data)}
        submit={t(($) => $.stepUp.confirm)}
        pending={pending}
        error={error ?? challenge.error}
        onOffer={async (body) => {
          if ((await act({ body })).ok) onAnswer(true)
        }}
        askPasskey={async () => {
          const outcome = await challenge.act({})
          return outcome.ok ? outcome.answer : null
        }}
        onCancel={() => onAnswer(false)}
      />
    </>
  )
}

const factorsIn = ({ totp_since, passkeys, recovery_codes_left }: Factors): SecondFactor[] => [
  ...(totp_since === null ? [] : (['totp'] as const)),
  ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
  ...(recovery_codes_left === 0 ? [] : (['recovery_code'] as const)),
]

function ByPassword({ onAnswer }: Answering): ReactNode {
  const { t } = useTranslation()
  const { sso_enabled } = useUser()
  const [password, setPassword] = useState('')
  const { act, pending, error } = useAction(stepUp)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if ((await act({ body: { password } })).ok) onAnswer(true)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={dialogue['body']}>
      <p>{t(($) => $.stepUp.text)}</p>
      <CurrentPasswordInput
        data-autofocus
        value={password}
        error={error && failureText(error)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {sso_enabled && <SsoStepUp variant="subtle" onAnswer={onAnswer} />}
      <div className={dialogue['buttons']}>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t(($) => $.confirm.cancel)}
        </Button>
        <Button type="submit" loading={pending}>
          {t(($) => $.stepUp.confirm)}
        </Button>
      </div>
    </form>
  )
}

function ByProvider({ onAnswer }: Answering): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <p>{t(($) => $.sso.stepUpText)}</p>
      <div className={dialogue['buttons']}>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t(($) => $.confirm.cancel)}
        </Button>
        <SsoStepUp variant="filled" onAnswer={onAnswer} />
      </div>
    </>
  )
}
