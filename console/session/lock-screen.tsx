import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Entry } from '#console/kit/shell/entry.tsx'
import { UnlockForm } from '#console/kit/auth/unlock-form.tsx'

/** The lock after a reload; the password unlocks the session and returns to the address. */
export default function LockScreen(): ReactNode {
  const { t } = useTranslation()
  return (
    <Entry title={t(($) => $.session.lockedTitle)}>
      <p>{t(($) => $.session.lockedText)}</p>
      <UnlockForm />
    </Entry>
  )
}
