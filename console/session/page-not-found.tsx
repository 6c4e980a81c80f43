import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useSessionState } from '#console/kit/auth/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'

/** The screen of an unknown address, and of a user record that does not fit its hash. */
export default function PageNotFound(): ReactNode {
  const { t } = useTranslation()
  const forged = useSessionState().phase === 'forged'
  return (
    <Entry title={t(($) => $.screens.pageNotFound)}>
      <p>{t(($) => $.session.notFoundText)}</p>
      {forged ? (
        <ButtonLink to="signOut" search={{}}>
          {t(($) => $.screens.signOut)}
        </ButtonLink>
      ) : (
        <ButtonLink to="generalSettings">{t(($) => $.session.goHome)}</ButtonLink>
      )}
    </Entry>
  )
}
