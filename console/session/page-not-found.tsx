import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { plannedPaths } from '#contract/planned-paths.ts'
import { HomeLink } from '#console/kit/routing/home-link.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { useSessionState } from '#console/kit/auth/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'

/** The screen of an address without a screen, of one that is not built yet, and of a user record that does not fit its hash. */
export default function PageNotFound(): ReactNode {
  const { t } = useTranslation()
  const state = useSessionState()
  const planned = plannedPaths.includes(useLocation().pathname.replace(/\/+$/, ''))
  return (
    <Entry title={planned ? t(($) => $.session.notBuiltTitle) : t(($) => $.screens.pageNotFound)}>
      <p>{planned ? t(($) => $.session.notBuilt) : t(($) => $.session.notFoundText)}</p>
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
