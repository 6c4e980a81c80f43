import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Entry } from '#console/kit/shell/entry.tsx'
import { UnlockForm } from '#console/kit/auth/unlock-form.tsx'

/** A locked session after a reload; the password opens it where it was. */
export default function LockScreen(): ReactNode {
  const { t } = useTranslation()
  return (
    <Entry title={t(($) => $.session.lockedTitle)}>
      <p>{t(($) => $.session.lockedText)}</p>
      <UnlockForm />
    </Entry>
  )
}
