import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { plannedPaths } from '#contract/planned-paths.ts'
import { homeOf, screenAt } from '#contract/screens.ts'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useSessionState } from '#console/kit/auth/session.ts'
import { Entry } from '#console/kit/shell/entry.tsx'

/** The screen of an address without a screen, of one that is not built yet, and of a user record that does not fit its hash. */
export default function PageNotFound(): ReactNode {
  const { t } = useTranslation()
  const state = useSessionState()
  const planned = plannedPaths.includes(useLocation().pathname.replace(/\/+$/, ''))
  const home = state.phase === 'signedIn' ? screenAt(homeOf(accessOf(state.session.user)))?.name : undefined
  return (
    <Entry title={planned ? t(($) => $.session.notBuiltTitle) : t(($) => $.screens.pageNotFound)}>
      <p>{planned ? t(($) => $.session.notBuilt) : t(($) => $.session.notFoundText)}</p>
      {state.phase === 'forged' ? (
        <ButtonLink to="signOut" search={{}}>
          {t(($) => $.screens.signOut)}
        </ButtonLink>
      ) : (
        <ButtonLink to={home ?? 'generalSettings'} search={{} as never} acting="">
          {t(($) => $.session.goHome)}
        </ButtonLink>
      )}
    </Entry>
  )
}
