import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { HomeLink } from '#console/kit/routing/home-link.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useSessionState } from '#console/kit/auth/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'

/** The screen of an address without a screen, and of a user record that does not fit its hash. */
export default function PageNotFound(): ReactNode {
  const { t } = useTranslation()
  const state = useSessionState()
  return (
    <Entry title={t(($) => $.screens.pageNotFound)}>
      <p>{t(($) => $.session.notFoundText)}</p>
      {state.phase === 'forged' ? (
        <ButtonLink to="signOut" search={{}}>
          {t(($) => $.screens.signOut)}
        </ButtonLink>
      ) : (
        <HomeLink />
      )}
    </Entry>
  )
}
