import { Button } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { beginSsoStepUp } from '#contract/sso.ts'
import { FieldFailure } from '#console/kit/form/field-failure.tsx'
import { onTabEvent } from './tabs.ts'
import { useAction } from '#console/kit/api/use-call.ts'

interface SsoStepUpProps {
  variant: 'filled' | 'subtle'
  /** True once the provider has authenticated the user. */
  onAnswer: (proven: boolean) => void
}

/** Step-up at the business' own identity provider, in another tab, so that this tab keeps what was typed. */
export function SsoStepUp({ variant, onAnswer }: SsoStepUpProps): ReactNode {
  const { t } = useTranslation()
  const { act, pending, error } = useAction(beginSsoStepUp)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => onTabEvent((event) => event === 'proved' && onAnswer(true)), [onAnswer])
  const leave = async () => {
    // Opened before the first `await`, or the browser blocks it as a pop-up without a user's action.
    const tab = window.open('about:blank', '_blank')
    const outcome = await act({})
    if (!outcome.ok) tab?.close()
    else if (tab) tab.location.href = outcome.answer.url
    else location.assign(outcome.answer.url)
    setWaiting(outcome.ok)
  }
  return (
    <>
      <Button variant={variant} loading={pending} onClick={() => void leave()}>
        {t(($) => $.sso.confirmThere)}
      </Button>
      <span role="status" className="visually-hidden">
        {waiting && t(($) => $.sso.waiting)}
      </span>
      <FieldFailure error={error} />
    </>
  )
}
