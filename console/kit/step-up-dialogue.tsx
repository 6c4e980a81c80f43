import { Button, Modal, PasswordInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { stepUp } from '#contract/session.ts'
import dialogue from './dialogue.module.css'
import { useAction } from './use-call.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { failureText } from './words.ts'

/** Asks for the password once more; answers true when it was right. */
export default function StepUpDialogue({ onAnswer }: { onAnswer: (proven: boolean) => void }): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const [password, setPassword] = useState('')
  const { act, pending, error } = useAction(stepUp)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const outcome = await act({ body: { password } })
    if (outcome.ok) onAnswer(true)
  }
  return (
    <Modal
      opened
      onClose={() => onAnswer(false)}
      title={t(($) => $.stepUp.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.cancel) }}
    >
      <form onSubmit={(event) => void submit(event)} className={dialogue['body']}>
        <p>{t(($) => $.stepUp.text)}</p>
        <PasswordInput
          data-autofocus
          label={t(($) => $.session.password)}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          error={error && failureText(error)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={dialogue['buttons']}>
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t(($) => $.confirm.cancel)}
          </Button>
          <Button type="submit" loading={pending}>
            {t(($) => $.stepUp.confirm)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
